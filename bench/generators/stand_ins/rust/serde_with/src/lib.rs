//! Enough of serde_with for the generated models: a field that may be absent, null or a value.

pub mod rust {
    pub mod double_option {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
            Ok(Some(Option::<T>::deserialize(from)?))
        }

        pub fn serialize<S: Serializer, T: Serialize>(value: &Option<Option<T>>, to: S) -> Result<S::Ok, S::Error> {
            value.as_ref().map(|inner| inner.as_ref()).flatten().serialize(to)
        }
    }
}
