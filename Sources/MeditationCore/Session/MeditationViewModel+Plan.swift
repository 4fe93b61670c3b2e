import MeditationPlan

// Changes of the plan, and of the volume and the level that it may have.
extension MeditationViewModel {
  /// Makes all of `changes`; if one is impossible, refuses it and makes none.
  func change(_ changes: [PlanChange]) throws(Refusal) -> [ModeChange] {
    let isListening = phase == .listening
    var editor = PlanEditor(
      state.plan, in: isListening ? (course.state.elapsed, state.isSettling) : nil)
    for change in changes {
      if let refusal = editor.refusal(of: change) { throw Refusal(refusal) }
      do throws(PlanLimit) { try editor.make(change) } catch { throw .beyondLimit(error) }
    }
    var plan = editor.plan
    if isListening {
      plan.keepPassed(of: state.plan, at: state.elapsed, isSettling: state.isSettling)
    }
    // 'plan off' in silence is meant for the bells: it does not end the session.
    if state.isSilent, changes.contains(.off), !plan.outlastsSongs {
      plan.length = state.plan.length
    }
    guard plan != state.plan else { return [] }
    // A length that has passed ends the session; an earlier one, or one in another part, does not.
    let endsNow = isListening && state.elapsed > .zero && hasPassedEnd(of: plan)
    if let limit = plan.exceededLimit, limit != .length || !endsNow { throw .beyondLimit(limit) }
    if isListening {
      // The plan stays for the next start.
      if endsNow { return make(.end(.completed)) }
      if !plan.outlastsSongs, progress.order.first == nil { throw .nothingFollows }
    }
    // As with a jump, a skip alone cannot be undone.
    if plan.unskipped != state.plan.unskipped { history.note(PickingChange(plan: state.plan)) }
    if isListening {
      // The skip stays when the change before it is undone.
      let current = state.plan.part(at: state.elapsed)
      let (old, new) = (state.plan.parts[current], plan.parts[current])
      if new.lengthBeforeSkip != nil, new.length != old.length {
        history.changePlans { $0 = $0.skipping(as: plan, until: current) }
      }
    }
    return adopt(plan)
  }

  /// True if the end of `plan` has passed, and no song is played to its own end instead.
  private func hasPassedEnd(of plan: Plan) -> Bool {
    (state.current == nil || plan.endBeforeSong == nil)
      && plan.end.map { $0 <= state.elapsed } ?? false
  }

  /// Undoes or redoes a change of the plan in the session; refused if it concerns what has passed.
  func restore(_ plan: Plan) throws(Refusal) -> [ModeChange] {
    let plan = plan.skipping(as: state.plan)
    if phase == .listening, !state.isSettling {
      // In another part, its beginning would be missed.
      let isOther = plan.part(at: state.elapsed) != state.plan.part(at: state.elapsed)
      if hasPassedEnd(of: plan) || isOther
        || state.plan.hasPassed(plan, at: state.elapsed, isSettling: false)
      {
        throw .planPassed
      }
      if !plan.outlastsSongs, progress.order.first == nil { throw .nothingFollows }
    }
    return adopt(plan)
  }

  /// Ends the session at session time `time` by the length of the last part, if the plan says until
  /// what time of day it lasts. If that is in an earlier part, it ends when the time comes.
  func end(byClock time: Duration) -> [ModeChange] {
    var plan = state.plan
    let (last, begin) = (plan.parts.count - 1, plan.begin(ofPart: plan.parts.count - 1))
    guard plan.until != nil else { return [] }
    if time <= max(state.elapsed, .zero) {
      return state.isPlayingOut ? [] : make(.end(.completed))
    }
    guard time > begin else { return [] }
    let own = plan.parts[last].lengthBeforeSkip ?? plan.parts[last].length
    (plan.parts[last].length, plan.parts[last].lengthBeforeSkip) = (.time(time - begin), own)
    return plan == state.plan ? [] : adopt(plan)
  }

  /// Adopts `plan`, and ends a silence that only the old plan required.
  private func adopt(_ plan: Plan) -> [ModeChange] {
    let beginsAgain = plan.repeats != .off && state.plan.repeats == .off
    changeLevel { course.state.plan = plan }
    if state.rehearsal != nil, phase == .listening { course.state.rehearsal = plannedRehearsal }
    MusicPlayer.updateUpcoming(&course)
    if state.isAfterMusic, !plan.outlastsSongs {
      return make(MusicPlayer.follow(in: course, atEnd: .completed))
    }
    return beginsAgain ? make(MusicPlayer.followSilence(in: course)) : []
  }

  // MARK: - Volume and level

  func setVolume(_ change: Action.VolumeChange) -> [ModeChange] {
    let wanted =
      switch change {
      case .level(let percent): percent
      case .offset(let offset): state.volume + min(max(offset, -100), 100)
      }
    let percent = min(max(wanted, 0), 100)
    if state.plan.volume == nil {
      course.state.ownVolume = percent
    } else {
      course.state.plan.volume = percent
      history.changePlans { if $0.volume != nil { $0.volume = percent } }
    }
    return []
  }

  func setLevel(_ level: Level) -> [ModeChange] {
    changeLevel {
      if state.plan.level == nil {
        course.state.ownLevel = level
      } else {
        course.state.plan.level = level
        history.changePlans { if $0.level != nil { $0.level = level } }
      }
    }
    return []
  }

  /// Makes `change`, which may change the level.
  private func changeLevel(by change: () -> Void) {
    // A song that is still being measured has played no frame, so it begins with the new level.
    let isMeasured = state.gain != nil || state.position != state.start
    let begins = state.currentLevel == state.level && state.level != .off && !isMeasured
    change()
    if begins { course.state.currentLevel = state.level }
  }
}
