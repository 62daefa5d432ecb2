import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import type { CallResult, CoreApi, MediaAddress, MediaFile } from '#contract/core-api.ts'
import { release } from './callbacks.ts'
import type { Calls } from './calls.ts'
import type { PluginDownloads } from './plugin-downloads.ts'
import type { LocalRecords } from './local-records.ts'
import type { MediaFiles } from './media-files.ts'
import type { Outbox } from './outbox.ts'
import type { PluginSocket } from './plugin-socket.ts'
import type { PluginWindows } from './plugin-windows.ts'
import type { Ports } from './ports.ts'
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
  outbox: Outbox
  plugin: PluginSocket
  windows: PluginWindows
  downloads: PluginDownloads
  localRecords: LocalRecords
  files: MediaFiles
  uses: StorageUses
  told: ToldFaults
}

/** What tabs reach over Comlink: these functions and nothing behind them. */
export function makeApi(parts: Parts): CoreApi {
  const { ports, ready, attach, session, calls, outbox, plugin, windows, downloads, localRecords, files, uses, told } = parts
  const whenReady = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready
    return work()
  }
  return Object.freeze<CoreApi>({
    attach,
    ping: async () => ports.clock.nowMs(),
    call: (path, input, options, onProgress) =>
      whenReady(() => calls.byPath(path, input, options, onProgress)).finally(() => release(onProgress)),
    cancelCall: async (asker) => calls.cancel(asker),
    isFaultNews: async (code) => told.isNews(code),
    change: (path, input, id) => whenReady(() => outbox.change(path, input, id)),
    outbox: () => whenReady(() => outbox.list()),
    retryChange: (id) => outbox.retry(id),
    discardChange: (id) => outbox.discard(id),
    signIn: (input) => whenReady(() => session.signIn(input)),
    enterRemotely: (input) => whenReady(() => session.enterRemotely(input)),
    signOut: () => whenReady(() => session.end(undefined, true)),
    noteActivity: () => session.noteActivity(),
    relayAddress: () => whenReady(() => relayAddress(parts)),
    connectPlugin: () => plugin.connectNow(),
    pluginPreview: (window) => windows.preview(window),
    pluginStop: (window) => windows.stop(window),
    pluginSetSize: (window) => windows.setSize(window),
    pluginSplit: (wall) => windows.split(wall),
    pluginSetVolume: (window) => windows.setVolume(window),
    pluginSnap: (window, shown) => pluginSnap(parts, window, shown),
    downloads: () => whenReady(() => downloads.list()),
    createDownload: (source) => downloads.create(source),
    controlDownload: (taskId, status) => downloads.control(taskId, status),
    deleteDownload: (taskId) => downloads.delete(taskId),
    openDownloadFolder: (taskId) => downloads.openFolder(taskId),
    putSnapshot: (snapshot) => localRecords.putSnapshot(snapshot),
    getSnapshots: (channels) => localRecords.getSnapshots(channels),
    getWall: () => localRecords.getWall(),
    putWall: (wall) => localRecords.putWall(wall),
    getDraft: (name) => localRecords.getDraft(name),
    putDraft: (name, values) => localRecords.putDraft(name, values),
    picture: (url) => localRecords.picture(url),
    mediaFiles: (kind) => files.list(kind),
    putMediaFile: (kind, file) => files.put(kind, file),
    putRecordPiece: (key, number, piece) => files.putPiece(key, number, piece),
    recordPiece: (key, number) => files.piece(key, number),
    endRecording: (key, errorCode) => files.endRecording(key, errorCode),
    deleteMediaFile: (kind, key) => files.delete(kind, key),
    restoreMediaFile: (kind, key) => files.restore(kind, key),
    acknowledgeStorage: async () => ports.store.acknowledge(),
    storageUses: () => whenReady(() => uses.list()),
    clearStorage: (kind) => whenReady(() => uses.clear(kind)),
  })
}

async function relayAddress({ ports, calls }: Parts): Promise<CallResult<MediaAddress>> {
  const result = await calls.send(deviceAccessTokenGet, { holder: 'tab' })
  if (!result.ok) return result
  const base = ports.origin.replace(/^http/, 'ws')
  return { ok: true, data: { url: `${base}/media-ws?ticket=${encodeURIComponent(result.data.ticket)}` } }
}

async function pluginSnap(
  { windows, files }: Parts,
  window: { tabId: string; winIndex: number },
  shown: Pick<MediaFile, 'cameraName' | 'picture'> = {},
) {
  const result = await windows.snap(window)
  if (result.ok) {
    const { fileName, filePath, createTime } = result.data
    await files.put('snap', { fileName, filePath, createTimeMs: createTime, errorCode: 0, ...shown })
  }
  return result
}
