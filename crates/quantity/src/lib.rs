//! Quantities with units, the table of plan quantities, and numbers as text.
