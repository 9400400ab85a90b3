//! Weighted least squares over a handful of parameters.

/// A residual and how it moves with the parameters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// How much it counts.
    pub(crate) weight: f64,
    /// Measured less predicted.
    pub(crate) residual: f64,
    /// What the prediction grows by where each parameter does.
    pub(crate) gradient: Vec<f64>,
    /// Which level it is of.
    pub(crate) level: usize,
}

/// The normal equations of some rows.
///
/// # Formula
/// A = Σ w g gᵀ and b = Σ w g r; the parameters move by A⁻¹ b, and the covariance of what they come to is s² A⁻¹ with
/// s² = Σ w r² / (rows − parameters).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Normal {
    pub(crate) matrix: Vec<Vec<f64>>,
    pub(crate) right: Vec<f64>,
}

impl Normal {
    /// The equations of `rows` in `count` parameters.
    pub(crate) fn of<'a>(rows: impl Iterator<Item = &'a Row>, count: usize) -> Self {
        let mut normal = Self { matrix: vec![vec![0.0; count]; count], right: vec![0.0; count] };
        for row in rows {
            for (i, gradient) in row.gradient.iter().enumerate() {
                normal.right[i] += row.weight * gradient * row.residual;
                for (j, other) in row.gradient.iter().enumerate() {
                    normal.matrix[i][j] += row.weight * gradient * other;
                }
            }
        }
        normal
    }

    /// By how much the parameters move; `None` where the rows do not tell them apart.
    pub(crate) fn step(&self) -> Option<Vec<f64>> {
        let inverse = inverse(&self.matrix)?;
        Some(inverse.iter().map(|row| row.iter().zip(&self.right).map(|(a, b)| a * b).sum()).collect())
    }

    /// How many times larger the variance of each parameter is for the others being unknown too; 1 where it is told apart
    /// from all of them. `None` where the rows do not tell them apart at all.
    pub(crate) fn inflation(&self) -> Option<Vec<f64>> {
        let inverse = inverse(&self.matrix)?;
        Some(self.matrix.iter().zip(&inverse).enumerate().map(|(i, (a, b))| a[i] * b[i]).collect())
    }

    /// The variance of each parameter where a residual of weight 1 has the variance 1.
    pub(crate) fn variances(&self) -> Option<Vec<f64>> {
        Some(inverse(&self.matrix)?.iter().enumerate().map(|(i, row)| row[i]).collect())
    }
}

/// Below this share of its own diagonal a pivot is rounding.
const SINGULAR: f64 = 1e-9;

/// The inverse of a symmetric matrix by elimination; `None` where it is singular to rounding.
///
/// Rows and columns are scaled by the diagonal first, so that the units of the parameters do not matter.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    let scale: Vec<f64> = matrix.iter().enumerate().map(|(i, row)| row[i].sqrt()).collect();
    if scale.iter().any(|scale| scale.is_nan() || *scale <= 0.0 || scale.is_infinite()) {
        return None;
    }
    let scaled = |i: usize, j: usize| matrix[i][j] / (scale[i] * scale[j]);
    let unit = |i: usize, j: usize| f64::from(u8::from(i == j));
    let mut work: Vec<Vec<f64>> = (0..count)
        .map(|i| (0..count).map(|j| scaled(i, j)).chain((0..count).map(|j| unit(i, j))).collect())
        .collect();
    for pivot in 0..count {
        if work[pivot][pivot].is_nan() || work[pivot][pivot] < SINGULAR {
            return None;
        }
        eliminate(&mut work, pivot);
    }
    let back = |(i, row): (usize, &Vec<f64>)| {
        row[count..].iter().zip(&scale).map(|(value, other)| value / (scale[i] * other)).collect()
    };
    Some(work.iter().enumerate().map(back).collect())
}

/// Makes the column of `pivot` that of a unit matrix. Positive definite matrices need no exchange of rows.
fn eliminate(work: &mut [Vec<f64>], pivot: usize) {
    let by = work[pivot][pivot];
    work[pivot].iter_mut().for_each(|value| *value /= by);
    let row = work[pivot].clone();
    for (place, other) in work.iter_mut().enumerate() {
        if place != pivot {
            let times = other[pivot];
            other.iter_mut().zip(&row).for_each(|(value, from)| *value -= times * from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(weight: f64, residual: f64, gradient: &[f64]) -> Row {
        Row { weight, residual, gradient: gradient.to_vec(), level: 0 }
    }

    proptest! {
        /// A line through noiseless points is found whatever the weights and the units.
        #[test]
        fn a_plane_is_found(
            points in prop::collection::vec((0.1_f64..5.0, -3.0_f64..3.0), 3..20),
            (slope, shift) in (-4.0_f64..4.0, -4.0_f64..4.0),
            unit in 1e-6_f64..1e6,
        ) {
            prop_assume!(points.iter().any(|(_, x)| (x - points[0].1).abs() > 0.5));
            let rows: Vec<Row> = points
                .iter()
                .map(|(weight, x)| row(*weight, slope * x + shift, &[x * unit, 1.0]))
                .collect();
            let step = Normal::of(rows.iter(), 2).step().expect("two places tell them apart");
            prop_assert!((step[0] * unit - slope).abs() < 1e-6 && (step[1] - shift).abs() < 1e-6, "{step:?}");
        }
    }

    #[test]
    fn what_rows_do_not_tell_apart_is_said() {
        let rows = [row(1.0, 1.0, &[1.0, 2.0]), row(1.0, 2.0, &[2.0, 4.0])];
        let normal = Normal::of(rows.iter(), 2);
        assert_eq!((normal.step(), normal.inflation()), (None, None));
        let none = [row(1.0, 1.0, &[1.0, 0.0])];
        assert_eq!(Normal::of(none.iter(), 2).step(), None);
    }

    /// Two orthogonal parameters do not inflate each other; the variance of a mean of four is a quarter.
    #[test]
    fn variances_are_those_of_the_textbook() {
        let rows =
            [[1.0, 1.0], [1.0, -1.0], [1.0, 1.0], [1.0, -1.0]].map(|gradient| row(1.0, 0.0, &gradient));
        let normal = Normal::of(rows.iter(), 2);
        assert_eq!(normal.inflation(), Some(vec![1.0, 1.0]));
        assert_eq!(normal.variances(), Some(vec![0.25, 0.25]));
    }
}
