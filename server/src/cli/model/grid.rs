//! Tables for a terminal: what does not fit beside each other stands below.

/// A table whose first column names the rows.
pub(super) struct Grid {
    rows: Vec<Vec<String>>,
}

/// Spaces between columns.
const GAP: usize = 2;

impl Grid {
    pub(super) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Self {
            rows: vec![head.into_iter().map(Into::into).collect()],
        }
    }

    pub(super) fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The lines, none wider than `width` unless two columns alone are.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        let widths: Vec<usize> = (0..self.rows[0].len())
            .map(|column| {
                let cells = self.rows.iter().map(|row| row[column].chars().count());
                cells.max().unwrap_or(0)
            })
            .collect();
        let mut lines = Vec::new();
        let mut from = 1;
        while from < widths.len() {
            let mut used = widths[0];
            let mut to = from;
            while to < widths.len() && (to == from || used + GAP + widths[to] <= width) {
                used += GAP + widths[to];
                to += 1;
            }
            for row in &self.rows {
                let cells = (from..to).map(|column| {
                    let wide = GAP + widths[column];
                    format!("{:>wide$}", row[column])
                });
                let cells: Vec<String> = cells.collect();
                let line = format!("{:<first$}{}", row[0], cells.concat(), first = widths[0]);
                lines.push(line.trim_end().to_owned());
            }
            from = to;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_stands_below() {
        let mut grid = Grid::new(["model", "Easy", "Hard"]);
        grid.push(vec!["µ".into(), "97.50".into(), "1".into()]);
        assert_eq!(grid.lines(80), ["model   Easy  Hard", "µ      97.50     1"]);
        assert_eq!(
            grid.lines(12),
            ["model   Easy", "µ      97.50", "model  Hard", "µ         1"]
        );
    }
}
