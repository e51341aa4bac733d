// Decodes recorded answers with the generated types and encodes them again: "kind JSON" a line in, JSON or "!error" out.

use openapi::models;
use std::io::BufRead;

fn again<T: serde::de::DeserializeOwned + serde::Serialize>(text: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string(&serde_json::from_str::<T>(text)?)
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (kind, text) = line.split_once(' ').unwrap();
        let encoded = match kind {
            "created" => again::<models::__created__>(text),
            "answer" => again::<models::__answer__>(text),
            "view" => again::<models::__view__>(text),
            _ => again::<models::__event__>(text),
        };
        println!("{}", encoded.unwrap_or_else(|error| format!("!{error}")));
    }
}
