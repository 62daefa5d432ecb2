import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import type { Asker, CallResult, CoreApi, MediaAddress } from '#contract/core-api.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import type { MediaFile } from '#contract/media-file.ts'
import type { Announcer } from './announcer.ts'
import { release } from './callbacks.ts'
import type { Calls } from './calls.ts'
import type { Downloads } from './downloads.ts'
import type { LocalRecords } from './local-records.ts'
import type { MachineLanguage } from './machine-language.ts'
import type { MediaFiles } from './media-files.ts'
import type { Outbox } from './outbox.ts'
import type { PluginSocket } from './plugin-socket.ts'
import type { PluginWay } from './plugin-way.ts'
import type { PluginWindows } from './plugin-windows.ts'
import type { Ports } from './ports.ts'
import type { Reach } from './reach.ts'
import type { Session } from './session.ts'
import type { StorageUses } from './storage-use.ts'
import type { ToldFaults } from './told-faults.ts'

/** The parts of a core that work for tabs. */
interface Parts {
  ports: Ports
  /** Resolves when the session is known. */
  ready: Promise<void>
  attach: CoreApi['attach']
  session: Session
  calls: Calls
  reach: Reach
  way: PluginWay
  outbox: Outbox
  plugin: PluginSocket
  windows: PluginWindows
  downloads: Downloads
  localRecords: LocalRecords
  files: MediaFiles
  language: MachineLanguage
  uses: StorageUses
  told: ToldFaults
  announcer: Announcer
}

/** What tabs reach over Comlink: these functions and nothing behind them. All but the first two wait until the session is known. */
export function makeApi(parts: Parts): CoreApi {
  const {
    ports,
    ready,
    attach,
    session,
    calls,
    reach,
    way,
    outbox,
    plugin,
    windows,
    downloads,
    localRecords,
    files,
    language,
    uses,
    told,
    announcer,
  } = parts
  const answers = {
    call: (path, input, options, onProgress) => way.byPath(path, input, options, onProgress).finally(() => release(onProgress)),
    cancelCall: async (asker) => calls.cancel(asker),
    isFaultNews: async (code) => told.isNews(code),
    ...passOn(outbox, { change: 'change', outbox: 'list', retryChange: 'retry', discardChange: 'discard' }),
    ...passOn(session, { signIn: 'signIn', enterRemotely: 'enterRemotely', noteActivity: 'noteActivity' }),
    signOut: () => session.end(undefined, true),
    relayAddress: (asker) => relayAddress(parts, asker),
    ...passOn(reach, { isServiceThere: 'check' }),
    ...passOn(plugin, { connectPlugin: 'connectNow' }),
    ...passOn(windows, {
      pluginPreview: 'preview',
      pluginPlayback: 'playback',
      pluginStop: 'stop',
      pluginSetSize: 'setSize',
      pluginSplit: 'split',
    }),
    ...passOn(windows, { pluginSetSpeed: 'setSpeed', pluginSetVolume: 'setVolume', pluginSetPlayMode: 'setPlayMode' }),
    pluginSnap: (window, shown) => pluginSnap(parts, window, shown),
    ...passOn(downloads, { downloads: 'list', createDownload: 'create', createPartDownload: 'createPart' }),
    ...passOn(downloads, {
      controlDownload: 'control',
      deleteDownload: 'delete',
      openDownloadFolder: 'openFolder',
      downloadedFile: 'file',
    }),
    lendFiles: async (tabId, port) => ports.downloadFiles.lending?.lend(tabId, port),
    ...passOn(localRecords, { putSnapshot: 'putSnapshot', getSnapshots: 'getSnapshots', picture: 'picture' }),
    ...passOn(language, { chooseLanguage: 'choose' }),
    ...passOn(localRecords, { getWall: 'getWall', putWall: 'putWall', getDraft: 'getDraft', putDraft: 'putDraft' }),
    ...passOn(files, { mediaFiles: 'list', putMediaFile: 'put', deleteMediaFile: 'delete', restoreMediaFile: 'restore' }),
    ...passOn(files, { putRecordPiece: 'putPiece', recordPiece: 'piece', endRecording: 'endRecording' }),
    notePresence: async (presence) => announcer.note(presence),
    acknowledgeStorage: async () => ports.store.acknowledge(),
    ...passOn(uses, { storageUses: 'list', clearStorage: 'clear' }),
  } satisfies Omit<CoreApi, 'attach' | 'ping'>
  return Object.freeze<CoreApi>({ attach, ping: async () => ports.clock.nowMs(), ...after(ready, answers) })
}

/** Methods of a part, under the names by which tabs ask for them. */
function passOn<P extends object, N extends Record<string, keyof P>>(part: P, names: N): { [K in keyof N]: P[N[K]] } {
  const methods = Object.entries(names).map(([name, method]) => [name, (part[method] as () => unknown).bind(part)])
  return Object.fromEntries(methods) as { [K in keyof N]: P[N[K]] }
}

/** The same functions, each of which begins when `ready` has resolved. */
function after<A extends Record<string, (...asked: never[]) => Promise<unknown>>>(ready: Promise<void>, answers: A): A {
  const waiting = Object.entries(answers).map(([name, answer]) => [name, (...asked: never[]) => ready.then(() => answer(...asked))])
  return Object.fromEntries(waiting) as A
}

async function relayAddress({ ports, calls }: Parts, asker?: Asker): Promise<CallResult<MediaAddress>> {
  const asked = calls.byPath(deviceAccessTokenGet.path, { holder: 'tab' }, asker && { asker })
  const result = (await asked) as CallResult<OutputOf<typeof deviceAccessTokenGet>>
  if (!result.ok) return result
  const base = ports.origin.replace(/^http/, 'ws')
  return { ok: true, data: { url: base + MEDIA_PATH, ticket: result.data.ticket } }
}

async function pluginSnap(
  { windows, files }: Parts,
  window: { tabId: string; winIndex: number },
  shown: Pick<MediaFile, 'cameraName' | 'timeZone' | 'picture'> = {},
) {
  const result = await windows.snap(window)
  if (result.ok) {
    const { fileName, filePath, createTime } = result.data
    await files.put('snap', { fileName, filePath, createTimeMs: createTime, errorCode: 0, ...shown })
  }
  return result
}
