/**
 * A picture or a recording that the person took (rule 3.13). `createTimeMs` is the time of the picture, or
 * of the recording's first one, epoch ms. `filePath` is the plugin's path, or for what this browser keeps the file's name. `errorCode` is 0
 * when it went well, else the plugin's code for the same fault (`pluginCodes`).
 */
export interface MediaFile {
  fileName: string
  createTimeMs: number
  filePath: string
  errorCode: number
  cameraName?: string | undefined
  /** By whose clocks its time is told (rule 3.19): the zone of the camera's site. */
  timeZone?: string | undefined
  /** image/jpeg: the snapshot itself, or the first picture of a recording. Missing when the plugin alone has it. */
  picture?: Uint8Array<ArrayBuffer> | undefined
  /** Of a recording: how long it is, its bytes, and in how many pieces this browser keeps them. */
  recorded?: { durationMs: number; bytes: number; pieces: number } | undefined
  /** The tab that makes this recording, while it does. */
  recordingTabId?: string | undefined
}

export type MediaFileKind = 'snap' | 'record'

/** What became of a piece of a recording. `full`: no space is left. `memory`: this browser keeps nothing. `gone`: the recording is not there. */
export type KeepResult = 'kept' | 'full' | 'memory' | 'gone'

/** Names an entry among its kind. */
export function mediaFileKey({ createTimeMs, filePath }: Pick<MediaFile, 'createTimeMs' | 'filePath'>): string {
  return `${createTimeMs} ${filePath}`
}
