//! A golden file: numbers by path, each to be compared once at least.

use serde_json::Value;
use std::collections::BTreeSet;

/// A golden file and what is left of it to compare.
pub(crate) struct Golden {
    all: Value,
    tolerance: f64,
    left: BTreeSet<String>,
}

impl Golden {
    /// The file of `text`, to be met at the tolerance that it states.
    pub(crate) fn read(text: &str) -> Self {
        let all: Value = serde_json::from_str(text).expect("a golden file is JSON");
        let tolerance = all["tolerance_rel"].as_f64().expect("a golden file states its tolerance");
        let mut left = BTreeSet::new();
        leaves(&all, &mut String::new(), &mut left);
        left.retain(|path| path != "/about" && path != "/tolerance_rel");
        Self { all, tolerance, left }
    }

    /// The same file at another tolerance, for a plan that is only nearly the file's.
    pub(crate) fn within(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    fn take(&mut self, path: &str) -> &Value {
        self.left.remove(path);
        self.all.pointer(path).unwrap_or_else(|| panic!("no {path} in the golden file"))
    }

    /// What stands at `path`, for use as an argument: that does not count as compared.
    pub(crate) fn number(&self, path: &str) -> f64 {
        self.all.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number at {path}"))
    }

    /// How many things stand in the list at `path`.
    pub(crate) fn length(&self, path: &str) -> usize {
        self.all.pointer(path).and_then(Value::as_array).map_or(0, Vec::len)
    }

    /// Compares `ours` with what stands at `path`.
    pub(crate) fn compare(&mut self, path: &str, ours: f64) {
        let tolerance = self.tolerance;
        let theirs = self.take(path).as_f64().unwrap_or_else(|| panic!("no number at {path}"));
        let apart = (ours - theirs).abs();
        assert!(apart <= tolerance * theirs.abs(), "{path}: {ours} is not {theirs} within {tolerance:e}");
    }

    /// Compares several figures below `path`.
    pub(crate) fn compare_all(&mut self, path: &str, ours: &[(&str, f64)]) {
        for (name, value) in ours {
            self.compare(&format!("{path}/{name}"), *value);
        }
    }

    /// Compares a figure that may be unbounded, which the file writes as null or leaves out.
    pub(crate) fn compare_bounded(&mut self, path: &str, ours: Option<f64>) {
        match (ours, self.all.pointer(path)) {
            (Some(ours), _) => self.compare(path, ours),
            (None, None) => {}
            (None, Some(_)) => {
                assert_eq!(*self.take(path), Value::Null, "{path}: we say it is unbounded");
            }
        }
    }

    /// Compares a word, or a yes or no.
    pub(crate) fn compare_word(&mut self, path: &str, ours: impl Into<Value>) {
        let ours = ours.into();
        assert_eq!(*self.take(path), ours, "{path}");
    }

    /// Leaves out what no equation here takes in, saying why.
    pub(crate) fn pass_over(&mut self, path: &str, _why: &str) {
        self.take(path);
    }

    /// Fails if anything in the file was compared with nothing.
    pub(crate) fn finish(self) {
        assert!(self.left.is_empty(), "compared with nothing: {:?}", self.left);
    }
}

fn leaves(value: &Value, path: &mut String, into: &mut BTreeSet<String>) {
    let length = path.len();
    let mut below = |name: &str, value: &Value| {
        path.push('/');
        path.push_str(name);
        leaves(value, path, into);
        path.truncate(length);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(name, value)| below(name, value)),
        Value::Array(list) => list.iter().enumerate().for_each(|(at, value)| below(&at.to_string(), value)),
        _ => {
            into.insert(path.clone());
        }
    }
}

#[test]
#[should_panic(expected = "compared with nothing: {\"/spare\"}")]
fn a_number_passed_over_fails() {
    let mut golden = Golden::read(r#"{"tolerance_rel": 1e-9, "replicas": 4, "spare": 1}"#);
    golden.compare("/replicas", 4.0);
    golden.finish();
}

#[test]
#[should_panic(expected = "/replicas: 4.0001 is not 4 within 1e-6")]
fn a_number_too_far_off_fails() {
    Golden::read(r#"{"tolerance_rel": 1e-6, "replicas": 4}"#).compare("/replicas", 4.0001);
}
