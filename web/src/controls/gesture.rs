//! What a reader does with a field.

use web_sys::KeyboardEvent;

/// A gesture in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// This text was typed or chosen.
    Entered(String),
    /// An arrow key moved the value by so many steps.
    Stepped(i32),
    /// The field was left.
    Left,
}

impl Gesture {
    /// Arrow keys as steps, with Shift ten at a time. With Alt, Ctrl or Meta they belong to the browser.
    pub(super) fn of_key(event: &KeyboardEvent) -> Option<Self> {
        if event.alt_key() || event.ctrl_key() || event.meta_key() {
            return None;
        }
        let stride = if event.shift_key() { 10 } else { 1 };
        match event.key().as_str() {
            "ArrowUp" => Some(Self::Stepped(stride)),
            "ArrowDown" => Some(Self::Stepped(-stride)),
            _ => None,
        }
    }
}
