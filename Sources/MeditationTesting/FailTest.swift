import IssueReporting

/// Fails the running test at this place, under Swift Testing and XCTest alike.
package func failTest(
  _ reason: String, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
) {
  reportIssue(reason, fileID: fileID, filePath: filePath, line: line, column: column)
}
