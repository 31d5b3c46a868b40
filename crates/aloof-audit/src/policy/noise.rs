//! `[method] algorithm = "noise"`: how much is added to numbers.

use aloof_table::Decimal;

use super::PolicyError;
use super::fields::Fields;

/// How much noise is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseRule {
    /// At most this share of each column's domain, up or down.
    Share(Decimal),
    /// As much as makes the mean relative distance from the original this.
    Distortion(Decimal),
}

/// Reads the keys of `[method]` that are about noise.
pub(super) fn check_noise(fields: &Fields<'_>, algorithm: Option<&str>) -> Result<Option<NoiseRule>, PolicyError> {
    let (share, distortion) = (fields.decimal("noise")?, fields.decimal("distortion")?);
    let wrong = |key: &str, message: &str| Err(PolicyError::new(fields.place(key), message));
    match (algorithm, share, distortion) {
        (Some("noise"), Some(share), None) if share > Decimal::ZERO && share <= Decimal::ONE => {
            Ok(Some(NoiseRule::Share(share)))
        }
        (Some("noise"), Some(_), None) => wrong("noise", "`noise` must be a share above 0, at most 1, such as \"0.1\""),
        (Some("noise"), None, Some(asked)) if asked > Decimal::ZERO => Ok(Some(NoiseRule::Distortion(asked))),
        (Some("noise"), None, Some(_)) => wrong("distortion", "`distortion` must be above 0, such as \"0.05\""),
        (Some("noise"), Some(_), Some(_)) => {
            wrong("distortion", "`noise` and `distortion` both say how much is added: leave one of them out")
        }
        (Some("noise"), None, None) => wrong(
            "algorithm",
            "algorithm = \"noise\" needs `noise`, a share of the domain such as \"0.1\", or `distortion`",
        ),
        (_, None, None) => Ok(None),
        (_, Some(_), _) => wrong("noise", "`noise` is for algorithm = \"noise\"; leave it out"),
        (_, None, Some(_)) => wrong("distortion", "`distortion` is for algorithm = \"noise\"; leave it out"),
    }
}
