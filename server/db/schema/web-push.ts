/** Tables of browsers that are told of alarms while the app is closed. */
export interface WebPushSchema {
  web_push_key: WebPushKeyTable
  web_push: WebPushTable
}

interface WebPushKeyTable {
  name: string
  public_key: string
  private_key_sealed: string
}

/**
 * One for each session at most, and gone with it. `subscription_sealed`: endpoint and keys, JSON: whoever has them can write to the browser.
 * `endpoint_sha256`: one browser is not told twice.
 */
export interface WebPushTable {
  id: string
  session_id: string
  user_id: string
  organization_id: string
  subscription_sealed: string
  endpoint_sha256: string
  browser: string
  created_at_ms: number
  last_reached_at_ms: number | null
}
