//! The ε–m staircase in letters: for each m a bar as long as ε may go. At most 80 columns wide.

use std::fmt::Write as _;

use aloof::advise::CurvePoint;
use aloof::words;
use aloof_report::Axis;

use crate::show::wrap;

/// Columns of the bars.
const WIDTH: usize = 52;
/// Columns before the bars.
const INDENT: usize = 7;
/// The picture goes no higher: a curve has all of its steps up to here.
const HIGHEST_M: u64 = 50;
/// Which m have a bar, when there are too many for one each.
const LEVELS: [u64; 14] = [50, 40, 30, 20, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2];

/// Draws `curve`; `asked` is the ε and m of the policy, and `length` what ε is, where the policy has no one length.
pub(crate) fn staircase(curve: &[CurvePoint], asked: Option<(&str, u32)>, length: Option<&str>) -> String {
    let Some(first) = curve.first() else { return String::new() };
    let asked = asked.and_then(|(epsilon, m)| Some((epsilon.parse::<f64>().ok()?, u64::from(m))));
    let levels = levels(first.max_m.min(HIGHEST_M), asked.map(|(_, m)| m));
    let asked = asked.filter(|(_, m)| levels.contains(m));
    if levels.is_empty() {
        return String::new();
    }
    let bars: Vec<(u64, Option<&CurvePoint>)> = levels.iter().map(|&m| (m, fails(curve, m))).collect();
    let ends = bars.iter().filter_map(|(_, end)| end.map(|end| end.approximate));
    let axis = Axis::over(ends.chain(asked.map(|(epsilon, _)| epsilon)));
    let symbol = match (length, first.epsilon_name) {
        (Some(_), _) => "",
        (None, "delta") => "δ ",
        (None, _) => "ε ",
    };
    let what = length.unwrap_or(symbol.trim_end());
    let mark = if asked.is_some() { ", ◆ is what is asked" } else { "" };
    let head = format!("How far {what} may go for each {} (below the end of its bar{mark}):", first.m_name);
    let mut out = wrap(&head, "  ", 80);
    for (m, end) in bars {
        let mut cells = bar(axis.place(end.map_or(f64::INFINITY, |end| end.approximate)));
        if let Some((epsilon, asked)) = asked
            && asked == m
        {
            cells[column(axis.place(epsilon))] = '◆';
        }
        let cells: String = cells.into_iter().collect();
        let text = match end {
            Some(end) if end.epsilon.is_zero() => "none".to_owned(),
            Some(end) => format!("{symbol}< {}", words::length(&short(&end.epsilon.text), end.epsilon.days)),
            None => "any".to_owned(),
        };
        let _ = writeln!(out, "{m:>width$} │{cells} {text}", width = INDENT - 2);
    }
    out + &ruler(&axis)
}

/// A number whose first digit stands far behind the point with its power of ten, rounded down: `1.23e-37`.
fn short(text: &str) -> String {
    let behind = text.strip_prefix("0.").unwrap_or_default();
    match behind.find(|digit: char| digit != '0') {
        Some(zeros) if zeros >= 9 => {
            let digits = &behind[zeros..];
            let more = digits.get(1..digits.len().min(3)).filter(|more| !more.is_empty());
            format!("{}{}e-{}", &digits[..1], more.map_or_else(String::new, |more| format!(".{more}")), zeros + 1)
        }
        _ => text.to_owned(),
    }
}

/// The m that have a bar, highest first.
fn levels(top: u64, asked: Option<u64>) -> Vec<u64> {
    let mut levels: Vec<u64> = match top {
        ..=14 => (2..=top).collect(),
        _ => LEVELS.into_iter().filter(|&m| m <= top).collect(),
    };
    levels.extend(asked.filter(|&m| m > 1 && m <= HIGHEST_M));
    levels.sort_unstable_by(|a, b| b.cmp(a));
    levels.dedup();
    levels
}

/// The point at which `m` fails.
fn fails(curve: &[CurvePoint], m: u64) -> Option<&CurvePoint> {
    curve.iter().find(|point| point.max_m < m)
}

fn column(place: f64) -> usize {
    ((place * WIDTH as f64) as usize).min(WIDTH - 1)
}

/// A bar of this share of the width, to an eighth of a column.
fn bar(share: f64) -> Vec<char> {
    let eighths = (share * (WIDTH * 8) as f64).round() as usize;
    let part = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let cell = |at: usize| match eighths.saturating_sub(at * 8) {
        8.. => '█',
        rest => part[rest],
    };
    (0..WIDTH).map(cell).collect()
}

/// The axis below the bars, with round numbers.
fn ruler(axis: &Axis) -> String {
    let mut line = vec!['─'; WIDTH];
    let mut texts = vec![' '; WIDTH + 12];
    let mut free = 0;
    for (number, text) in axis.ticks(6) {
        let at = column(axis.place(number));
        line[at] = '┬';
        let start = at.saturating_sub(text.chars().count() / 2);
        if start >= free {
            free = start + text.chars().count() + 1;
            text.chars().enumerate().for_each(|(offset, letter)| texts[start + offset] = letter);
        }
    }
    let (line, texts): (String, String) = (line.into_iter().collect(), texts.into_iter().collect());
    let before = " ".repeat(INDENT - 1);
    format!("{before}└{line}\n{before} {}\n", texts.trim_end())
}
