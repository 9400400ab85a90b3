//! What was said before, to go back to and forward again.

use leptos::ev;
use leptos::prelude::*;

/// How many steps are kept; older ones are forgotten.
const STEPS: usize = 100;

/// The steps before and after what stands now; `K` names a field.
pub struct History<T, K> {
    past: Vec<T>,
    future: Vec<T>,
    /// The field that is being changed: until it is left, its changes are one step.
    changing: Option<K>,
}

impl<T, K> Default for History<T, K> {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new(), changing: None }
    }
}

impl<T, K: PartialEq> History<T, K> {
    /// Keeps what stands now, before `key` or the whole of it is changed.
    pub fn remember(&mut self, key: Option<K>, now: impl FnOnce() -> T) {
        if key.is_some() && key == self.changing && !self.past.is_empty() {
            self.future.clear();
            return;
        }
        if self.past.len() == STEPS {
            self.past.remove(0);
        }
        self.past.push(now());
        self.future.clear();
        self.changing = key;
    }

    /// The step before, or after; `now` is kept for the way back.
    pub fn travel(&mut self, back: bool, now: T) -> Option<T> {
        self.changing = None;
        let (from, to) =
            if back { (&mut self.past, &mut self.future) } else { (&mut self.future, &mut self.past) };
        let there = from.pop()?;
        to.push(now);
        Some(there)
    }

    /// The next change is a step of its own.
    pub fn rest(&mut self) {
        self.changing = None;
    }

    /// Whether there is a step before, and one after.
    #[must_use]
    pub fn reach(&self) -> [bool; 2] {
        [!self.past.is_empty(), !self.future.is_empty()]
    }
}

/// Calls `travel` on the usual keys: back on Ctrl Z, forward on Ctrl Shift Z and Ctrl Y. Lasts as long as the page. In a
/// field too: its text is the plan's, and the browser's own undo knows only that field.
pub fn on_shortcut(travel: impl Fn(bool) + 'static) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if event.alt_key() || !(event.ctrl_key() || event.meta_key()) {
            return;
        }
        let back = match event.key().as_str() {
            "z" | "Z" => !event.shift_key(),
            "y" | "Y" => false,
            _ => return,
        };
        event.prevent_default();
        travel(back);
    });
    std::mem::forget(listener);
}

#[cfg(test)]
mod tests {
    use super::*;
    use quantity::Key;

    #[test]
    fn there_and_back() {
        let mut history = History::default();
        history.remember(Some(Key::Rate), || 1);
        history.remember(Some(Key::Rate), || 2);
        history.remember(Some(Key::In), || 3);
        // The two changes of one field are one step.
        assert_eq!((history.travel(true, 4), history.travel(true, 3)), (Some(3), Some(1)));
        assert_eq!((history.travel(true, 1), history.reach()), (None, [false, true]));
        assert_eq!((history.travel(false, 1), history.travel(false, 3)), (Some(3), Some(4)));
        history.remember(None, || 4);
        assert_eq!(history.reach(), [true, false]);
    }

    #[test]
    fn the_oldest_steps_are_forgotten() {
        let mut history = History::<_, Key>::default();
        (0..150).for_each(|step| history.remember(None, || step));
        let steps = std::iter::from_fn(|| history.travel(true, 0)).count();
        assert_eq!(steps, STEPS);
    }
}
