import ArgumentParser

/// The output format of `meditate journal`.
enum JournalFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv
}
