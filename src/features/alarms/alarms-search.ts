import { alarmKinds, type AlarmKind } from '#contract/calls/event/alarm.ts'
import { alarmStates, type AlarmState } from '#contract/calls/event/alarm-handling.ts'
import type { AlarmFilter } from '#contract/calls/event/alarm-search-list.ts'
import { timeMs } from '#contract/rules.ts'
import { placesAsked, readPlaces, textsIn, type PlaceChoice } from '../../ui/filters/place-address.ts'
import type { TimeChoice } from '../../ui/filters/time-presets.ts'

const MOST_RULES = 100

/** What the address says of the list: all of it, so that whoever is sent it sees the same of what they may see. */
export interface AlarmsSearch extends PlaceChoice, TimeChoice {
  unread?: true
  /** Those that are assigned to whoever looks. */
  mine?: true
  states?: AlarmState[]
  kinds?: AlarmKind[]
  /** By their identifiers. */
  rules?: string[]
  /** The alarm whose panel is open. */
  alarm?: string
}

/** All alarms. */
export const noAlarmFilter = {
  mine: undefined,
  states: undefined,
  kinds: undefined,
  rules: undefined,
  sites: undefined,
  cameras: undefined,
  from: undefined,
  until: undefined,
} satisfies AlarmsSearch

const isName = (text: string) => text !== '' && text.length <= 64

/** Reads the address; whatever in it makes no sense is passed over. A time is whole or not there. */
export function readAlarmsSearch(search: Record<string, unknown>): AlarmsSearch {
  const [from, until] = [timeMs.safeParse(search['from']).data, timeMs.safeParse(search['until']).data]
  const isTimed = from !== undefined && until !== undefined
  const only = <T extends string>(value: unknown, known: readonly T[]) =>
    textsIn(value, known.length, (text) => known.some((one) => one === text)) as T[] | undefined
  return {
    unread: search['unread'] === true ? true : undefined,
    mine: search['mine'] === true ? true : undefined,
    states: only(search['states'], alarmStates),
    kinds: only(search['kinds'], alarmKinds),
    rules: textsIn(search['rules'], MOST_RULES, isName),
    ...readPlaces(search),
    from: isTimed ? from : undefined,
    until: isTimed ? until : undefined,
    alarm: typeof search['alarm'] === 'string' && isName(search['alarm']) ? search['alarm'] : undefined,
  }
}

/** How many filters hold beside that of what is unread, which stands above the list. */
export function alarmFilterCount({ mine, states, kinds, rules, sites, cameras, from }: AlarmsSearch): number {
  return [mine, states, kinds, rules, sites ?? cameras, from].filter((one) => one !== undefined).length
}

/** What the service is asked for. */
export function alarmFilterOf(search: AlarmsSearch, userId: string): AlarmFilter {
  const { unread, mine, states, kinds, rules, from, until } = search
  return {
    ...(unread && { unreadOnly: true }),
    ...(mine && { assignedTo: userId }),
    ...(states && { states }),
    ...(kinds && { kinds }),
    ...(rules && { ruleIds: rules }),
    ...placesAsked(search),
    ...(from !== undefined && until !== undefined && { fromMs: from, toMs: until }),
  }
}
