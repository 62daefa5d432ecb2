import type { Selectable } from 'kysely'
import type { Language } from '#contract/enums.ts'
import { alarmPath, ALARMS_PATH, alarmTag, MANY_TAG, type WebPushPayload } from '#contract/web-push.ts'
import type { AlarmTable } from '../../db/schema.ts'
import { alarmKindNames } from '../../events/alarm-kind-names.ts'

type AlarmRow = Selectable<AlarmTable>
type Text = Pick<WebPushPayload, 'title' | 'body'>

const one: Record<Language, (alarm: AlarmRow) => Text> = {
  'en-US': (alarm) => ({ title: `${alarmKindNames['en-US'][alarm.kind]}: ${alarm.source_name}`, body: restOf(alarm, ', ') }),
  'zh-CN': (alarm) => ({ title: `${alarmKindNames['zh-CN'][alarm.kind]}：${alarm.source_name}`, body: restOf(alarm, '，') }),
}
const many: Record<Language, (count: number, last: Text) => Text> = {
  'en-US': (count, last) => ({ title: `${count} alarms`, body: `The last: ${last.title}, ${last.body}` }),
  'zh-CN': (count, last) => ({ title: `${count} 条报警`, body: `最新：${last.title}，${last.body}` }),
}
const tried: Record<Language, Text> = {
  'en-US': { title: 'Alarms reach this browser', body: 'Alarms arrive here like this, also while the app is closed.' },
  'zh-CN': { title: '报警可以送达此浏览器', body: '即使应用已关闭，报警也会这样送达。' },
}

/** Where, and what else is known. */
function restOf(alarm: AlarmRow, comma: string): string {
  return [alarm.site_name, alarm.plate, alarm.rule_name].filter(Boolean).join(comma)
}

/** The message about an alarm, or about it and others before it. `unread`: of the person, these included. */
export function alarmPayload(
  alarm: AlarmRow,
  { count, unread, language }: { count: number; unread: number; language: Language },
): WebPushPayload {
  const about = { kind: 'alarm', isUrgent: alarm.is_urgent === 1, language, atMs: alarm.started_at_ms, unread } as const
  const text = one[language](alarm)
  if (count === 1) return { ...about, ...text, tag: alarmTag(alarm.id), path: alarmPath(alarm.id) }
  return { ...about, ...many[language](count, text), tag: MANY_TAG, path: ALARMS_PATH }
}

export function triedPayload(tag: string, language: Language, atMs: number): WebPushPayload {
  return { kind: 'try', tag, ...tried[language], path: '/account/notifications', isUrgent: false, language, atMs }
}
