//! `great-circle`: kilometres over the ground between two places, given as latitude and longitude in decimal degrees
//! (two columns, in this order, south and west negative), on a sphere of radius 6371.0088 km.
//!
//! # Source
//! The mean radius R₁ of the Earth after Moritz, *Geodetic Reference System 1980*, 2000.
//!
//! # Measure
//! Two places are at most ε apart exactly when the straight line between them through the Earth is at most
//! 2R·sin(ε/2R). The places become points of the unit sphere, in integers of 2⁻⁶⁰; each coordinate is less than one unit
//! off, so the line between two points is less than 2√3 < 4 units off, and the threshold is raised by as much.
//!
//! # Cost
//! Three multiplications per pair; places too far north or south of each other are not compared at all.
//!
//! # Caution
//! These distances are irrational, so a doubt can remain; then the answer is *similar*. No pair within ε is missed. A
//! pair is called similar wrongly only when it is less than a billionth of a metre farther apart than ε (for ε up to
//! 10,000 km; towards the antipodes, where the line hardly grows any more, up to 5 cm). The Earth is not a sphere: true
//! distances differ by up to 0.6%.

use aloof_table::{Decimal, Domain};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use super::components::{Part, parts};
use super::{Axis, Metric, Similar, fixed};
use crate::Unfit;

/// The radius of the sphere in kilometres, as text: 6371.0088.
pub const EARTH_RADIUS: &str = "6371.0088";

/// Binary places of a coordinate of a point.
const BITS: u32 = 60;

/// How far, in degrees, places are kept for comparison beyond what ε needs: more than any rounding.
const SLACK: (i64, i64) = (1, 1_000_000);

/// Kilometres over the ground.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreatCircle;

impl Metric for GreatCircle {
    fn name(&self) -> &'static str {
        "great-circle"
    }

    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        let parts = parts(domain);
        let [latitude, longitude] = parts.as_slice() else {
            return Err(Unfit("`great-circle` needs two sensitive columns, latitude and longitude".to_owned()));
        };
        let latitudes = degrees(latitude, "latitude", 90)?;
        let longitudes = degrees(longitude, "longitude", 360)?;
        let points = points(latitude.codes, &latitudes, longitude.codes, &longitudes, domain.len());
        let epsilon = epsilon.to_ratio().to_big();
        let places = latitude.codes.map(<[u32]>::to_vec).unwrap_or_default();
        let axis = Axis::new(places, reaches(&latitudes, &epsilon), false);
        Ok(Box::new(Chords { points, longest: longest_chord(&epsilon), axis }))
    }
}

/// The angles of a column, in ascending order, when they are angles of at most `most` degrees.
fn degrees(part: &Part<'_>, name: &str, most: i64) -> Result<Vec<BigRational>, Unfit> {
    let Domain::Numbers { values, scale, dates: false } = part.domain else {
        return Err(Unfit(format!("`great-circle` needs the {name} as a column of numbers")));
    };
    let unit = BigInt::from(10).pow(u32::from(*scale));
    let angles: Vec<BigRational> = values.iter().map(|&v| BigRational::new(BigInt::from(v), unit.clone())).collect();
    let most = BigRational::from(BigInt::from(most));
    let beyond = angles.iter().filter(|angle| angle.abs() > most).count();
    if beyond > 0 {
        return Err(Unfit(format!(
            "{beyond} distinct values of the {name} lie beyond {most} degrees: give latitude first, then longitude, in \
             decimal degrees"
        )));
    }
    Ok(angles)
}

/// The points of the unit sphere: (cos φ cos λ, cos φ sin λ, sin φ).
fn points(
    latitude_codes: Option<&[u32]>,
    latitudes: &[BigRational],
    longitude_codes: Option<&[u32]>,
    longitudes: &[BigRational],
    len: usize,
) -> Vec<[i64; 3]> {
    let quarter = BigRational::from(BigInt::from(90));
    let turned = |angle: &BigRational| (fixed::sine_of_degrees(&(&quarter - angle)), fixed::sine_of_degrees(angle));
    let north: Vec<(BigInt, BigInt)> = latitudes.iter().map(turned).collect();
    let east: Vec<(BigInt, BigInt)> = longitudes.iter().map(turned).collect();
    let at = |codes: Option<&[u32]>, tuple: usize| codes.map_or(tuple, |codes| codes[tuple] as usize);
    let point = |tuple: usize| {
        let (cos_lat, sin_lat) = &north[at(latitude_codes, tuple)];
        let (cos_lon, sin_lon) = &east[at(longitude_codes, tuple)];
        [
            rounded(&(cos_lat * cos_lon), 2 * fixed::BITS),
            rounded(&(cos_lat * sin_lon), 2 * fixed::BITS),
            rounded(sin_lat, fixed::BITS),
        ]
    };
    (0..len).map(point).collect()
}

/// From `bits` binary places to [`BITS`], to the nearest.
fn rounded(value: &BigInt, bits: u32) -> i64 {
    let half = BigInt::from(1) << (bits - BITS - 1);
    ((value + half) >> (bits - BITS)).to_i64().expect("a coordinate is at most 1")
}

/// The square of the longest line between similar points, in the points' units: 2 sin(ε/2R), rounded up, and 4 units
/// for the rounding of the points. `None` when every place on Earth is within ε.
fn longest_chord(epsilon: &BigRational) -> Option<i128> {
    let radius = EARTH_RADIUS.parse::<Decimal>().expect("a decimal").to_ratio().to_big();
    let two = BigRational::from(BigInt::from(2));
    let half_angle = epsilon / (radius * &two);
    if half_angle >= fixed::pi() / two {
        return None;
    }
    let sine = fixed::sine(&half_angle) + BigInt::from(fixed::ERROR);
    let chord: BigInt = ((sine * 2) >> (fixed::BITS - BITS)) + 1 + 4;
    let chord = chord.to_i128().expect("at most 2");
    Some(chord * chord)
}

/// For each latitude, which ascend, the first and the last that are not too far north or south.
fn reaches(latitudes: &[BigRational], epsilon: &BigRational) -> Vec<(u32, u32)> {
    let radius = EARTH_RADIUS.parse::<Decimal>().expect("a decimal").to_ratio().to_big();
    let slack = BigRational::new(BigInt::from(SLACK.0), BigInt::from(SLACK.1));
    let span = epsilon * BigRational::from(BigInt::from(180)) / (fixed::pi() * radius) + slack;
    let (mut first, mut last) = (0, 0);
    let reach = |latitude: &BigRational| {
        while &latitudes[first] + &span < *latitude {
            first += 1;
        }
        while last + 1 < latitudes.len() && latitudes[last + 1] <= latitude + &span {
            last += 1;
        }
        (first as u32, last as u32)
    };
    latitudes.iter().map(reach).collect()
}

/// Points of the sphere, compared by the straight line between them.
struct Chords {
    points: Vec<[i64; 3]>,
    longest: Option<i128>,
    axis: Axis,
}

impl Similar for Chords {
    fn similar(&self, a: u32, b: u32) -> bool {
        let Some(longest) = self.longest else { return true };
        let (a, b) = (&self.points[a as usize], &self.points[b as usize]);
        // Coordinates are at most 2⁶⁰, so the sum is below 3 · 2¹²² < 2¹²⁷.
        let square = |(x, y): (&i64, &i64)| i128::from(x - y).pow(2);
        a.iter().zip(b).map(square).sum::<i128>() <= longest
    }

    fn axis(&self) -> Option<&Axis> {
        Some(&self.axis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, decimals};

    fn similar(places: &[&[&str]], epsilon: &str) -> bool {
        let attribute = decimals(places);
        let bound = GreatCircle.bind(attribute.domain(), decimal(epsilon)).unwrap();
        let (a, b) = (attribute.codes()[0], attribute.codes()[1]);
        assert_eq!(bound.similar(a, b), bound.similar(b, a));
        assert!(!bound.similar(a, b) || bound.axis().unwrap().reaches(a, b));
        bound.similar(a, b)
    }

    #[test]
    fn known_distances() {
        // One degree of a meridian is R·π/180 = 111.1950802335329… kilometres: told to two billionths of a metre.
        let degree: &[&[&str]] = &[&["10", "20"], &["11", "20"]];
        assert!(similar(degree, "111.195080233533") && !similar(degree, "111.195080233531"));
        // Half the way round is R·π = 20015.114442… kilometres, told to a hand's breadth.
        let poles: &[&[&str]] = &[&["90", "0"], &["-90", "77"]];
        assert!(similar(poles, "20015.11445") && !similar(poles, "20015.1143"));
        // Paris to Berlin.
        let cities: &[&[&str]] = &[&["48.8566", "2.3522"], &["52.52", "13.405"]];
        assert!(similar(cities, "878") && !similar(cities, "877"));
    }

    #[test]
    fn one_place_has_several_names() {
        assert!(similar(&[&["10", "180"], &["10", "-180"]], "0"));
        assert!(similar(&[&["90", "0"], &["90", "123.4"]], "0"));
        assert!(similar(&[&["5", "190"], &["5", "-170"]], "0"));
        assert!(!similar(&[&["10", "20"], &["10", "20.0000000001"]], "0"));
        assert!(similar(&[&["10", "20"], &["-80", "-100"]], "20016"));
    }

    #[test]
    fn refuses_what_is_no_place() {
        let bind = |places: &[&[&str]]| GreatCircle.bind(decimals(places).domain(), decimal("1")).err().unwrap().0;
        assert!(bind(&[&["91", "0"], &["120", "0"]]).starts_with("2 distinct values of the latitude lie beyond 90"));
        assert!(bind(&[&["1"]]).contains("two sensitive columns"));
    }
}
