/** Constants of the specification (chapter 9 of docs/rules.md). */
export const limits = {
  requestTimeoutMs: 60_000,
  uploadTimeoutMs: 180_000,
  /** Sessions of one person at once: tabs share one, so these are browsers, installed apps and screens. */
  sessionsPerPerson: 20,
  idleLogoutMs: 30 * 60_000,
  /** A session in which nobody has asked for anything or watched anything for this long ends, however often its token is renewed. */
  unusedSessionMs: 24 * 60 * 60_000,
  /** The longest that somebody stays signed in; a viewing screen that was proved to be one stays. */
  sessionLifeMs: 7 * 24 * 60 * 60_000,
  renewAtMsLeft: 300_000,
  /** How long the operation logs are kept. */
  auditKeptMs: 365 * 24 * 60 * 60_000,
  /** A token that has expired is no good for calls, but can be renewed for this long: machines sleep, and sites lose the network. */
  lateRenewalMs: 24 * 60 * 60_000,
  idleWarningMs: 60_000,
  pushHeartbeatMs: 30_000,
  pushRetryMs: 5_000,
  pushRetries: 5,
  pushConnectTimeoutMs: 60_000,
  pluginHeartbeatMs: 30_000,
  pluginRetries: 1,
  pluginSizeRetryMs: 300,
  pluginPort: 31853,
  messageShownMs: 2_000,
  /** What turns while something is loaded closes by itself; words stay. */
  spinnerShownMs: 3_000,
  /** Pages that were left and are still there as they were. */
  keptPages: 2,
  keptSnapshots: 5,
  keptRecordings: 5,
  /** The longest recording, and the lengths that are offered beside one's own (rule 5.7). */
  recordingMs: 60 * 60_000,
  recordingPresetsMs: [30_000, 60_000, 5 * 60_000, 15 * 60_000],
  defaultSplit: 4,
  /** Of one search, in time (rule 5.7): beyond it range-too-long. */
  searchRangeMs: 31 * 24 * 60 * 60_000,
  /** Of a viewing station whose screens nobody has set. */
  viewingStationScreen: '1920x1080',
  viewingStationOutputs: 2,
  deviceCommandMs: 10_000,
  downloadListMs: 3_000,
  cloudTokenThrottleMs: 5_000,
  /** How much of what the cloud keeps of a camera is asked for at once, unless this browser was told otherwise (rule 9.13). */
  cloudRangeMs: 300_000,
} as const

/** Days of calendars: devices whose clock was never set show an earlier one, and a later one is a slip of the hand. */
export const calendarDays = { first: '2000-01-01', last: '2099-12-31' } as const

/** The most characters of a text, for its schema and for the field in which somebody types it. */
export const lengths = {
  /** Of what has a name, an organization for one. */
  name: 64,
  personName: 32,
  deviceName: 32,
  /** Of a layout, a tour or a view. */
  configName: 32,
  email: 128,
  /** With the + before it. */
  phone: 25,
  search: 64,
  /** A time of the day, `14:05`. */
  clock: 5,
  /** Why an installer asks for access. */
  accessReason: 256,
  /** Of the branding's names and titles. */
  title: 64,
  /** `#rrggbb`. */
  color: 7,
  emailCode: 6,
  imageCode: 4,
  /** Of a second step, the longest of which is a recovery code. */
  loginCode: 16,
} as const

/** Plugin versions that this client needs (rule 9.11): of the native variant on Mac, and of the other. */
export const requiredPluginVersions = { mac: '1.0.0.1899', other: '1.0.0.1914' } as const
/** Code by which the push connection asks for a reconnect (rule 4.12). */
export const PUSH_RECONNECT = 22013

/** How narrow and how wide a column of a table can be made. */
export const columnWidthLimits = { leastPx: 64, mostPx: 960 }
