//! A map of a share over two parameters: bands between levels, and the lines where they meet.

use std::fmt::Write as _;

use aloof_report::Frame;

use super::picture;

const FRAME: Frame = Frame { width: 780.0, height: 440.0, left: 76.0, right: 520.0, top: 74.0, bottom: 376.0 };
/// Shares at which lines are drawn.
const LEVELS: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];
/// A cell of the grid is painted in so many pieces each way.
const FINE: usize = 8;

/// A share for every pair of two parameters, both ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The parameter from left to right.
    pub xs: Vec<f64>,
    /// The parameter from below to above.
    pub ys: Vec<f64>,
    /// Its name.
    pub up: String,
    /// One row for each of `ys`.
    pub shares: Vec<Vec<f64>>,
}

impl Map {
    /// The share at a corner of the grid.
    pub fn at(&self, x: f64, y: f64) -> Option<f64> {
        let place = |all: &[f64], one: f64| all.iter().position(|other| (other - one).abs() < 1e-9);
        Some(self.shares[place(&self.ys, y)?][place(&self.xs, x)?])
    }

    /// One line for every pair.
    pub fn csv(&self, x: &str) -> String {
        let mut text = format!("{x},{},share\n", self.up);
        for (y, row) in self.ys.iter().zip(&self.shares) {
            for (x, share) in self.xs.iter().zip(row) {
                let _ = writeln!(text, "{x},{y},{share:.6}");
            }
        }
        text
    }

    /// The picture.
    pub fn svg(&self, title: &str, x: &str, share: &str) -> String {
        let mut svg = FRAME.open(&picture::escaped(title));
        picture::head(&mut svg, title, &self.up);
        FRAME.below(&mut svg, x);
        self.bands(&mut svg);
        self.xs.iter().for_each(|&x| FRAME.upright(&mut svg, self.x(x), &text(x)));
        self.ys.iter().for_each(|&y| FRAME.level(&mut svg, self.y(y), &text(y)));
        LEVELS.iter().for_each(|&level| self.line(&mut svg, level));
        FRAME.edges(&mut svg);
        legend(&mut svg, share);
        svg.push_str("</svg>\n");
        svg
    }

    fn x(&self, x: f64) -> f64 {
        FRAME.x(place(&self.xs, x))
    }

    fn y(&self, y: f64) -> f64 {
        FRAME.y(place(&self.ys, y))
    }

    /// Pieces of cells, each in the colour of its band; a share between corners lies in proportion to them.
    fn bands(&self, svg: &mut String) {
        for up in 0..self.ys.len().saturating_sub(1) {
            for right in 0..self.xs.len().saturating_sub(1) {
                let (x0, x1) = (self.x(self.xs[right]), self.x(self.xs[right + 1]));
                let (y0, y1) = (self.y(self.ys[up]), self.y(self.ys[up + 1]));
                let (width, height) = ((x1 - x0) / FINE as f64, (y0 - y1) / FINE as f64);
                for piece in 0..FINE * FINE {
                    let (a, b) = ((piece % FINE) as f64, (piece / FINE) as f64);
                    let share = self.between((right, up), ((a + 0.5) / FINE as f64, (b + 0.5) / FINE as f64));
                    let _ = writeln!(
                        svg,
                        r#"<rect x="{:.2}" y="{:.2}" width="{:.2}" height="{:.2}" style="fill:var(--c0,#1d5f8a)" fill-opacity="{:.2}" shape-rendering="crispEdges"/>"#,
                        x0 + a * width,
                        y0 - (b + 1.0) * height,
                        width,
                        height,
                        opacity(share)
                    );
                }
            }
        }
    }

    fn between(&self, (right, up): (usize, usize), (a, b): (f64, f64)) -> f64 {
        let at = |x: usize, y: usize| self.shares[up + y][right + x];
        (1.0 - a) * (1.0 - b) * at(0, 0) + a * (1.0 - b) * at(1, 0) + (1.0 - a) * b * at(0, 1) + a * b * at(1, 1)
    }

    /// Where the share is `level`: in each cell between the points where its edges cross it (marching squares).
    fn line(&self, svg: &mut String, level: f64) {
        let mut places = Vec::new();
        for up in 0..self.ys.len().saturating_sub(1) {
            for right in 0..self.xs.len().saturating_sub(1) {
                let corner = |x: usize, y: usize| {
                    let (at_x, at_y) = (self.x(self.xs[right + x]), self.y(self.ys[up + y]));
                    (at_x, at_y, self.shares[up + y][right + x])
                };
                let ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                let mut crossed = Vec::new();
                for at in 0..4 {
                    let (a, b) = (ring[at], ring[(at + 1) % 4]);
                    if (a.2 < level) != (b.2 < level) {
                        let part = (level - a.2) / (b.2 - a.2);
                        crossed.push((a.0 + part * (b.0 - a.0), a.1 + part * (b.1 - a.1)));
                    }
                }
                for pair in crossed.chunks_exact(2) {
                    let [(a, b), (c, d)] = [pair[0], pair[1]];
                    let _ = writeln!(
                        svg,
                        r#"<path d="M{a:.1} {b:.1}L{c:.1} {d:.1}" style="stroke:var(--ink,#222)" stroke-width="1.2"/>"#
                    );
                    places.push((f64::midpoint(a, c), f64::midpoint(b, d)));
                }
            }
        }
        if let Some((x, y)) = places.get(places.len() / 3) {
            let _ = writeln!(
                svg,
                r#"<text x="{x:.1}" y="{:.1}" font-size="11" text-anchor="middle" style="fill:var(--ink,#222);stroke:var(--chart,#fff);stroke-width:3;paint-order:stroke">{:.0}%</text>"#,
                y + 4.0,
                level * 100.0
            );
        }
    }
}

fn place(all: &[f64], one: f64) -> f64 {
    let (low, high) = (all.first().copied().unwrap_or(0.0), all.last().copied().unwrap_or(1.0));
    if high > low { (one - low) / (high - low) } else { 0.5 }
}

/// The band of a share, as how much of the colour is laid on.
fn opacity(share: f64) -> f64 {
    let band = LEVELS.iter().filter(|level| share >= **level).count();
    0.04 + 0.17 * band as f64
}

fn text(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn legend(svg: &mut String, share: &str) {
    let left = FRAME.right + 18.0;
    let _ = writeln!(svg, r#"<text x="{left:.1}" y="{:.1}">{}</text>"#, FRAME.top + 10.0, picture::escaped(share));
    let names = ["below 10%", "10 to 30%", "30 to 50%", "50 to 70%", "70 to 90%", "90% and more"];
    for (at, name) in names.iter().enumerate() {
        let top = FRAME.top + 24.0 + 22.0 * at as f64;
        let laid = 0.04 + 0.17 * at as f64;
        let _ = writeln!(
            svg,
            r#"<rect x="{left:.1}" y="{top:.1}" width="16" height="16" style="fill:var(--c0,#1d5f8a);stroke:var(--grid,#ccc)" fill-opacity="{laid:.2}"/><text x="{:.1}" y="{:.1}">{name}</text>"#,
            left + 24.0,
            top + 12.5
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_lies_where_its_level_is() {
        let map = Map {
            xs: vec![0.0, 1.0],
            ys: vec![0.0, 1.0],
            up: "δ".to_owned(),
            shares: vec![vec![0.0, 1.0], vec![0.0, 1.0]],
        };
        let mut svg = String::new();
        map.line(&mut svg, 0.5);
        let middle = f64::midpoint(FRAME.left, FRAME.right);
        assert!(svg.contains(&format!("M{middle:.1} ")), "{svg}");
        assert_eq!(map.csv("ε"), "ε,δ,share\n0,0,0.000000\n1,0,1.000000\n0,1,0.000000\n1,1,1.000000\n");
        assert!(map.svg("t", "ε", "s").ends_with("</svg>\n"));
        assert_eq!(map.at(1.0, 0.0), Some(1.0));
    }
}
