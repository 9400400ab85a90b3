//! The shape of a model out of its `config.json`, as the hub of Hugging Face keeps it.

mod architecture;
mod attention;
mod feed_forward;
mod fields;
mod layers;
mod quantisation;
mod recurrent;
mod shape;
mod value;

use crate::json::{Broken, Event, Json};
use crate::reading::{Fault, MOST_NOTES, Note};
use crate::wrong::counted;
use core::cell::RefCell;
use fields::Fields;
pub use quantisation::Quantisation;
use sizing::{Count, Layers, Model, Shape};
use value::{Document, MOST_VALUES, Value};

/// Reads a config that is pushed in slices of any size.
///
/// # Example
/// ```
/// use evidence::Config;
/// use sizing::Precision;
/// let mut config = Config::new();
/// config.push(br#"{"model_type": "qwen3", "num_hidden_layers": 36, "hidden_size": 2560, "num_attention_heads": 32, "#)?;
/// config.push(br#""num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 9728, "vocab_size": 151936, "#)?;
/// config.push(br#""tie_word_embeddings": true}"#)?;
/// let model = config.finish().model().expect("a shape");
/// // 2 × 36 layers × 8 heads × 128 elements × 2 bytes; the heads are 128 wide, though 2560 / 32 is 80.
/// assert_eq!(model.kv_per_token_per_gpu(Precision::Bf16, 1).get(), 147_456.0);
/// assert_eq!(model.parameters, 4_022_468_096.0);
/// # Ok::<(), evidence::Fault>(())
/// ```
#[derive(Debug, Default)]
pub struct Config {
    json: Json,
    document: Document,
    /// The line that is being read, less one.
    lines: u64,
    stop: Option<Stop>,
}

/// Why the rest of a file is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// This line is no JSON.
    NotJson(u64),
    /// Something follows what the file began with.
    More,
}

/// What a config says of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelReading {
    /// The name that the config states, where it is one.
    pub name: Option<String>,
    /// The type of the model, such as "qwen3_moe".
    pub model_type: Option<String>,
    /// The width of the model.
    pub hidden: u32,
    /// Entries of the vocabulary; 0 where they are not stated.
    pub vocabulary: u32,
    /// Whether the output head is the embedding.
    pub tied: bool,
    /// Its layers, in runs of equal ones; none where what they are is not stated.
    pub layers: Vec<Layers>,
    /// Parameters outside the layers besides the vocabulary, such as learnt positions.
    pub other: u32,
    /// The longest sequence, in tokens.
    pub context: Option<u32>,
    /// How its weights are stored.
    pub quantisation: Quantisation,
    /// Whether every part of the shape was stated, so that parameters and KV cache can be relied on.
    pub is_whole: bool,
    /// The width that an engine pads, where it does.
    padded: Option<u32>,
    /// What a person should know.
    pub notes: Vec<Note>,
}

impl ModelReading {
    /// The model for the equations. `None` where its layers are not stated.
    #[must_use]
    pub fn model(&self) -> Option<Model> {
        let checkpoint = self.quantisation.checkpoint(self.padded);
        (!self.layers.is_empty()).then(|| self.shape().model(checkpoint, self.context.map(f64::from)))
    }

    /// Whether the file says how weights are stored and nothing else, as hf_quant_config.json does.
    #[must_use]
    pub const fn is_quantisation(&self) -> bool {
        self.hidden == 0 && self.model_type.is_none() && self.quantisation.weights.is_some()
    }

    /// Its layers and what stands round them.
    #[must_use]
    pub fn shape(&self) -> Shape<'_> {
        Shape {
            hidden: self.hidden,
            vocabulary: self.vocabulary,
            tied: self.tied,
            layers: &self.layers,
            other: self.other,
        }
    }

    /// Its parameters, part by part.
    #[must_use]
    pub fn count(&self) -> Count {
        self.shape().count()
    }
}

impl Config {
    /// A reader of a config of which nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a text that begins so is a config: an object that has one of the keys which every config has.
    ///
    /// # Example
    /// ```
    /// use evidence::Config;
    /// assert!(Config::is(br#"{"architectures": ["LlamaForCausalLM"], "hidden_size": 4096"#));
    /// assert!(Config::is(br#"{"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "FP8""#));
    /// assert!(!Config::is(br#"{"times": [0.1, 0.2], "note": "hidden_size"}"#));
    /// ```
    #[must_use]
    pub fn is(beginning: &[u8]) -> bool {
        let (mut json, mut depth, mut known, mut outer) = (Json::default(), 0_u32, false, Vec::new());
        let _beyond = json.push(beginning, |event| match event {
            Event::Open(_) => depth += 1,
            Event::Close => depth = depth.saturating_sub(1),
            Event::Key(key) if depth == 1 => {
                known |= KEYS.contains(&key.bytes);
                outer = key.bytes.to_vec();
            }
            Event::Key(key) => {
                let nested = depth == 2 && outer.starts_with(b"quantization") && key.bytes == b"quant_algo";
                known |= nested;
            }
            Event::Scalar(_) => {}
        });
        known && beginning.trim_ascii_start().starts_with(b"{")
    }

    /// Reads the next bytes of the file.
    ///
    /// # Errors
    /// Why nothing further of it is read; [`Config::finish`] tells it too.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if self.stop.is_none() {
            let Self { json, document, .. } = self;
            let mut more = false;
            let pushed = json.push(bytes, |event| {
                more |= document.is_whole();
                if !more {
                    document.hear(event);
                }
            });
            self.after(bytes, pushed, more);
        }
        self.stop.map_or(Ok(()), |stop| Err(Fault::new(stop.sentence())))
    }

    /// Counts lines, and stops where there is nothing further to read.
    fn after(&mut self, bytes: &[u8], pushed: Result<(), Broken>, more: bool) {
        let end = match pushed {
            Err(Broken(at)) => at,
            Ok(()) => bytes.len(),
        };
        let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.lines += lines(bytes.get(..end).unwrap_or(bytes));
        if more {
            self.stop = Some(Stop::More);
        } else if pushed.is_err() {
            let line = self.lines + 1;
            self.stop = Some(if self.document.is_whole() { Stop::More } else { Stop::NotJson(line) });
        }
    }

    /// How many values were found.
    #[must_use]
    pub const fn values(&self) -> usize {
        self.document.values()
    }

    /// What the config says, as far as it was sound.
    #[must_use]
    pub fn finish(mut self) -> ModelReading {
        // Ends a number that nothing follows; a string that is open stays so.
        let _stopped = self.push(b" ");
        let cut = self.stop.is_none() && !self.document.is_whole();
        let full = self.document.values() > MOST_VALUES;
        let notes = RefCell::new(Vec::new());
        notes.borrow_mut().extend(self.stop.map(|stop| Note::new(stop.sentence())));
        if cut {
            notes.borrow_mut().push(Note::new("The file breaks off before its end."));
        }
        if full {
            let most = counted(MOST_VALUES as u64);
            notes
                .borrow_mut()
                .push(Note::new(format!("The file holds more than {most} values; the rest was left out.")));
        }
        let root = self.document.finish().unwrap_or(Value::Nothing);
        let mut reading = shape::read(&Fields::of(&root, &notes));
        reading.is_whole &= !cut && !full && !matches!(self.stop, Some(Stop::NotJson(_)));
        reading.notes = notes.into_inner();
        reading.notes.truncate(MOST_NOTES);
        reading
    }
}

impl Stop {
    fn sentence(self) -> String {
        match self {
            Self::NotJson(line) => {
                format!("Line {} is not JSON. What stands before it was read.", counted(line))
            }
            Self::More => "Something follows the config in the same file; it was not read.".into(),
        }
    }
}

/// Keys of which every config has one, outside of all others.
const KEYS: [&[u8]; 10] = [
    b"architectures",
    b"model_type",
    b"hidden_size",
    b"num_hidden_layers",
    b"num_attention_heads",
    b"n_layer",
    b"n_layers",
    b"text_config",
    b"quant_algo",
    b"quantization_config",
];
