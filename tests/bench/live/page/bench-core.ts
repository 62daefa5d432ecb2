import type { MediaAnswers, MediaCore } from '#src/data/media/media-core.ts'

/** Gives the one-time address of the relay's media socket; the benchmark's process signs in and asks for the ticket. */
declare const benchRelayAddress: () => Promise<string>

const answers: MediaAnswers = {
  relayAddress: async () => ({ url: await benchRelayAddress() }),
  cancelCall: () => Promise.resolve(),
  isServiceThere: () => Promise.resolve(true),
  pluginPreview: () => Promise.reject(new Error('There is no plugin.')),
  pluginPlayback: () => Promise.reject(new Error('There is no plugin.')),
  pluginSetSpeed: () => Promise.resolve(null),
  pluginStop: () => Promise.resolve(null),
  pluginSetSize: () => Promise.resolve(null),
  pluginSetVolume: () => Promise.resolve(null),
  pluginSetPlayMode: () => Promise.resolve(null),
  putSnapshot: () => Promise.resolve(),
  noteActivity: () => Promise.resolve(),
}

/** What the video path needs of the shared worker, with the session held by the benchmark. There is no plugin here. */
export const benchCore: MediaCore = {
  state: {
    session: { kind: 'starting' },
    push: 'idle',
    plugin: { kind: 'unloaded', reason: 'absent' },
    isServiceReachable: true,
    clockOffsetMs: 0,
  },
  onState: () => {},
  tabId: 'bench',
  keepsPast: true,
  ask: (question, ...asked) => answers[question](...asked),
}
