#if Testing
  import IssueReporting
#else
  #error(
    "This product of Meditation needs a trait: .package(…, traits: [\"Testing\"]) for MeditationTesting, [\"Scripts\"] for MeditationScripts."
  )
#endif

/// Fails the running test at this place, under Swift Testing and XCTest alike.
package func failTest(
  _ reason: String, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
) {
  #if Testing
    reportIssue(reason, fileID: fileID, filePath: filePath, line: line, column: column)
  #endif
}
