//! How far an estimate may be off that rests on few points: the quantiles of Student's t.

/// The 97.5th percentile of Student's t for 1 to 10 degrees of freedom, as any table prints it.
const TABLE: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
/// The same of the normal distribution.
const NORMAL: f64 = 1.959_964;

/// The 97.5th percentile of Student's t: 95% of estimates lie within so many standard errors. `None` without a degree of
/// freedom, where residuals say nothing.
///
/// # Formula
/// z + (z³ + z)/(4ν) + (5z⁵ + 16z³ + 3z)/(96ν²) + (3z⁷ + 19z⁵ + 17z³ − 15z)/(384ν³), within 0.001 from ν = 11 on; a table
/// below that.
///
/// # Source
/// Cornish and Fisher's expansion; Abramowitz and Stegun, 26.7.5.
pub(crate) fn t95(freedom: usize) -> Option<f64> {
    let place = freedom.checked_sub(1)?;
    if let Some(value) = TABLE.get(place) {
        return Some(*value);
    }
    let (z, nu) = (NORMAL, freedom as f64);
    let (z3, z5, z7) = (z * z * z, z * z * z * z * z, z * z * z * z * z * z * z);
    let first = (z3 + z) / (4.0 * nu);
    let second = (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * nu * nu);
    let third = (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * nu * nu * nu);
    Some(z + first + second + third)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_meets_the_tables() {
        for (freedom, value) in
            [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (60, 2.000), (1000, 1.962)]
        {
            assert!(t95(freedom).is_some_and(|t| (t - value).abs() < 1e-3), "{freedom}: {:?}", t95(freedom));
        }
        assert_eq!(t95(0), None);
    }

    #[test]
    fn more_points_never_widen_it() {
        let all: Vec<f64> = (1..200).filter_map(t95).collect();
        assert!(all.windows(2).all(|pair| pair[1] < pair[0]));
    }
}
