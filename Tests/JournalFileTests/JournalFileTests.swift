import JournalFile
import Testing

@Suite struct JournalFileTests {}
