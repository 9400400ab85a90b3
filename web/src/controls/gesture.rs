//! What a reader does with a field.

use web_sys::KeyboardEvent;

/// A gesture in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// This text was typed or chosen.
    Entered(String),
    /// An arrow key or a drag moved the value by so many steps.
    Stepped(i32),
    /// The field was left.
    Left,
    /// The example's value was asked for.
    Reset,
}

impl Gesture {
    /// Arrow keys as steps, with Shift ten at a time. With Alt, Ctrl or Meta they belong to the browser.
    #[must_use]
    pub fn of_key(event: &KeyboardEvent) -> Option<Self> {
        if event.alt_key() || event.ctrl_key() || event.meta_key() {
            return None;
        }
        let stride = Self::stride(event.shift_key());
        match event.key().as_str() {
            "ArrowUp" => Some(Self::Stepped(stride)),
            "ArrowDown" => Some(Self::Stepped(-stride)),
            _ => None,
        }
    }

    /// How many steps one is, with Shift or without.
    pub(super) const fn stride(shift: bool) -> i32 {
        if shift { 10 } else { 1 }
    }
}
