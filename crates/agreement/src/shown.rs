//! placeholder
/// x
pub struct AgreementShown;
/// x
pub struct CauseShown;
