"""Tables to compare on: one of our own making, and banding for tables that come from elsewhere."""

import random

import pandas

EDUCATION_GROUPS = {
    "school": {"Preschool", "1st-4th", "5th-6th", "7th-8th", "9th", "10th", "11th", "12th"},
    "graduate": {"HS-grad"},
    "some-college": {"Some-college", "Assoc-voc", "Assoc-acdm"},
}


def band(values, width):
    """Whole numbers as `lo..hi`, both ends included."""
    low = values.astype(int) // width * width
    return low.astype(str) + ".." + (low + width - 1).astype(str)


def label_sets(values, size):
    """Labels as `{a|b|c}`, neighbours in alphabetical order together; a single label stands as itself."""
    labels = sorted(values.unique())
    chunks = [labels[start : start + size] for start in range(0, len(labels), size)]
    names = {label: chunk[0] if len(chunk) == 1 else "{" + "|".join(chunk) + "}" for chunk in chunks for label in chunk}
    return values.map(names)


def clinic(rows, seed, oldest=89):
    """Generalized age, sex and schooling; an illness (label) that depends on age, and pay (decimal)."""
    draw = random.Random(seed)
    illnesses = ["flu", "asthma", "angina", "gout", "migraine", "ulcer", "anaemia"]
    out = []
    for _ in range(rows):
        age = min(oldest, max(20, int(draw.gauss(45, 16))))
        schooling = draw.choices(["school", "graduate", "some-college", "degree"], [3, 4, 4, 3])[0]
        weights = [7, 5, 1 + age // 20, 1 + age // 30, 4, 3, 2]
        pay = 200 * round(draw.lognormvariate(2, 0.5)) + draw.choice([0, 12.5, 99.99])
        sex = draw.choice(["female", "male"])
        out.append((f"{age // 10 * 10}..{age // 10 * 10 + 9}", sex, schooling, draw.choices(illnesses, weights)[0], pay))
    return pandas.DataFrame(out, columns=["age", "sex", "schooling", "illness", "pay"])


def coarsen(values, width):
    """Numbers as intervals of a width, labels as sets of that many."""
    return band(values, width) if pandas.api.types.is_numeric_dtype(values) else label_sets(values, width)


def census_release(census, age_width, education_width, income_step):
    """A census table with age and education coarsened and incomes rounded down to a step."""
    return pandas.DataFrame(
        {
            "age": band(census["age"], age_width),
            "sex": "sex " + census["sex"].astype(str),
            "education": coarsen(census["education"], education_width),
            "work_class": "class " + census["work_class"].astype(str),
            "income": (census["income"] // income_step * income_step).astype(int),
        }
    )


def adult_release(adult):
    """UCI Adult with age in bands of 20 and four groups of schooling."""
    groups = {label: group for group, labels in EDUCATION_GROUPS.items() for label in labels}
    return pandas.DataFrame(
        {
            "age": band(adult["age"], 20),
            "sex": adult["sex"],
            "schooling": adult["education"].map(groups).fillna("degree"),
            "occupation": adult["occupation"],
            "hours": adult["hours-per-week"],
        }
    )
