/** Constants of the specification (spec 1, section 9; spec 2, section 9). */
export const limits = {
  requestTimeoutMs: 60_000,
  uploadTimeoutMs: 180_000,
  idleLogoutMs: 30 * 60_000,
  renewAtMsLeft: 300_000,
  pushHeartbeatMs: 30_000,
  pushRetryMs: 5_000,
  pushRetries: 5,
  pushConnectTimeoutMs: 60_000,
  pluginHeartbeatMs: 30_000,
  pluginRetries: 1,
  pluginSizeRetryMs: 300,
  pluginPort: 31853,
  messageShownMs: 2_000,
  keptSnapshots: 5,
  keptRecordings: 5,
  defaultSplit: 4,
  deviceNameLength: 32,
  /** Of a viewing station whose screens nobody has set. */
  viewingStationScreen: '1920x1080',
  viewingStationOutputs: 2,
  deviceCommandMs: 10_000,
} as const

/** Plugin version that this client needs (spec 2, section 9). */
export const REQUIRED_PLUGIN_VERSION = '1.0.0.1914'
/** Code by which the push connection asks for a reconnect (spec 2, section 4). */
export const PUSH_RECONNECT = 22013
