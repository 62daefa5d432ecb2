/** Tables by which several nodes share one service. */
export interface NodeSchema {
  node: NodeTable
  node_message: NodeMessageTable
  outage: OutageTable
  media_ticket: MediaTicketTable
  import_turn: ImportTurnTable
}

/** A node that runs. `url` and `secret`: how the other nodes reach it. `seen_at_ms` is the database's clock. */
interface NodeTable {
  id: string
  url: string
  secret: string
  seen_at_ms: number
}

/** What nodes told each other lately (`nodes/postgres-bus.ts`). `at_ms` is the database's clock. */
interface NodeMessageTable {
  position: number
  id: string
  body: string
  at_ms: number
}

/** A device (`chl_index` -1) or channel that is offline, until it is back or an alarm is raised for it at `due_ms`. */
export interface OutageTable {
  sn: string
  chl_index: number
  since_ms: number
  due_ms: number
}

/** An import that an organization has under way. It is over with its node, and at `ends_at_ms` at the latest, whatever stands here. */
interface ImportTurnTable {
  organization_id: string
  turn_id: string
  node_id: string
  ends_at_ms: number
}

/** A ticket for a media socket that nobody has used yet. */
interface MediaTicketTable {
  token_sha256: string
  session_id: string
  holder: 'tab' | 'plugin'
  expires_at_ms: number
}
