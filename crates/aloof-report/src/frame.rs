//! What all pictures share: the sheet, the lines behind the plot with their numbers, and its two edges.

use std::fmt::Write as _;

use crate::page::escape;

/// The size of the sheet, and where the plot lies on it.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// How wide the sheet is.
    pub width: f64,
    /// How high the sheet is.
    pub height: f64,
    /// Where the plot begins, from the left edge of the sheet.
    pub left: f64,
    /// Where it ends.
    pub right: f64,
    /// Where its top is, from the upper edge of the sheet.
    pub top: f64,
    /// Where its bottom is.
    pub bottom: f64,
}

impl Frame {
    /// Begins a picture; the title is for those who cannot see it.
    pub fn open(&self, title: &str) -> String {
        let Self { width, height, .. } = self;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="system-ui, sans-serif" font-size="14" style="fill:var(--ink,#333)">
<title>{}</title>
<rect width="{width}" height="{height}" style="fill:var(--chart,#fff)"/>
"#,
            escape(title)
        )
    }

    /// From 0 to 1, from left to right.
    pub fn x(&self, place: f64) -> f64 {
        self.left + place * (self.right - self.left)
    }

    /// From 0 to 1, from the bottom up.
    pub fn y(&self, place: f64) -> f64 {
        self.bottom - place * (self.bottom - self.top)
    }

    /// A line from top to bottom, and what stands below it.
    pub fn upright(&self, svg: &mut String, x: f64, text: &str) {
        let Self { top, bottom, .. } = self;
        let _ = writeln!(
            svg,
            r#"<path d="M{x:.1} {top}V{bottom}" style="stroke:var(--grid,#e4e4e4)"/><text x="{x:.1}" y="{:.1}" text-anchor="middle">{text}</text>"#,
            bottom + 20.0
        );
    }

    /// A line from left to right, and what stands before it.
    pub fn level(&self, svg: &mut String, y: f64, text: &str) {
        let Self { left, right, .. } = self;
        let _ = writeln!(
            svg,
            r#"<path d="M{left} {y:.1}H{right}" style="stroke:var(--grid,#e4e4e4)"/><text x="{:.1}" y="{:.1}" text-anchor="end">{text}</text>"#,
            left - 8.0,
            y + 4.5
        );
    }

    /// What the plot shows from left to right, in words below it.
    pub fn below(&self, svg: &mut String, text: &str) {
        let _ = writeln!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            f64::midpoint(self.left, self.right),
            self.height - 14.0,
            escape(text)
        );
    }

    /// The two edges of the plot.
    pub fn edges(&self, svg: &mut String) {
        let Self { left, right, top, bottom, .. } = self;
        let _ =
            writeln!(svg, r#"<path d="M{left} {top}V{bottom}H{right}" fill="none" style="stroke:var(--ink,#333)"/>"#);
    }
}
