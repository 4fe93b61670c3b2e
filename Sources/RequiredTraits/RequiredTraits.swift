// Whatever needs swift-system or C libraries is built after this module. Without the trait that brings
// them, a client is told so here, once, and not by each file that imports one of them.

#if !Engine
  #error(
    "This product of Meditation needs a trait: .package(…, traits: [\"Engine\"]) for GaplessAudio, [\"Scripts\"] for MeditationScripts."
  )
#endif
