/** What a person may do with one channel (rule 6.2). */
export const channelRights = ['live', 'playback', 'ptz', 'talk', 'configure'] as const
export type ChannelRight = (typeof channelRights)[number]

/** Roles of a person in an organization (rule 6.2), and what each may do with the channels given to them. */
export const roles = ['administrator', 'site-administrator', 'site-operator', 'live-only', 'no-authority'] as const
export type Role = (typeof roles)[number]

export const rightsOfRole: Record<Role, readonly ChannelRight[]> = {
  administrator: channelRights,
  'site-administrator': channelRights,
  'site-operator': ['live', 'playback', 'ptz', 'talk'],
  'live-only': ['live'],
  'no-authority': [],
}

/**
 * Who may make a call at all. Which object a call may touch is checked beside it, by the handler, for the very
 * object that the call names.
 */
export type Access =
  /** Answers without a login token. */
  | { readonly who: 'open' }
  /** Anybody with a live session. */
  | { readonly who: 'signed-in' }
  /** Administrators of the organization. */
  | { readonly who: 'administrator' }
  /** The screen of a viewing station, which may make no other call, and which no person is. */
  | { readonly who: 'station' }
  /** Whoever holds this right on at least one channel. */
  | { readonly who: 'right'; readonly right: ChannelRight }

export const open = { who: 'open' } as const satisfies Access
export const signedIn = { who: 'signed-in' } as const satisfies Access
export const administrator = { who: 'administrator' } as const satisfies Access

export const station = { who: 'station' } as const satisfies Access

/** Access for holders of one channel right. */
export function holdersOf(right: ChannelRight) {
  return { who: 'right', right } as const satisfies Access
}
