import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { roles, type Role } from '#contract/access.ts'
import { languages } from '#contract/enums.ts'
import { codesOf } from '#contract/errors.ts'
import { draftOf } from '../../data/query/draft.ts'
import { inviteUser } from '../../data/organization/users.ts'
import { faultOf } from '../../lib/fault.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { errorText } from '../../ui/text/error-text.ts'
import { roleNames } from '../../ui/text/role-names.ts'
import { type InviteLine, readLines } from './invite-lines.ts'

/** Codes with which the service refuses one line; anything else stops the whole list. */
const aboutLine = codesOf('email-has-account', 'invited-already', 'user-exists', 'account-parameter-error')

type Sending = { kind: 'no' } | { kind: 'sending'; done: number; of: number } | { kind: 'done'; invited: number; trouble?: string }

/**
 * A list of people on its way to the service, line by line. Lines that are done leave the list, all others stay in it, which is kept as a
 * draft: nothing is lost, whatever happens in between.
 */
export function useInviteList() {
  const { i18n } = useLingui()
  const { form, field, values, set, isBusy } = useForm({
    draft: draftOf('invite-list'),
    initial: { list: '', role: 'site-operator', language: i18n.locale, siteIds: '' },
    schema: z.object({ list: z.string() }),
    send,
  })
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [sending, setSending] = useState<Sending>({ kind: 'no' })
  const isStopped = useRef(false)
  const siteIds = values.siteIds.split(' ').filter(Boolean)
  const defaults = {
    role: roles.find((role) => role === values.role) ?? 'site-operator',
    language: languages.find((language) => language === values.language) ?? 'en-US',
    siteIds,
  }
  const roleOf = (word: string): Role | undefined =>
    roles.find((role) => [role, i18n._(roleNames[role]).toLowerCase()].includes(word.toLowerCase()))
  const lines = readLines(values.list, defaults, roleOf)

  /** Answers whether all are invited. */
  async function send(): Promise<boolean> {
    const good = lines.filter((line): line is Extract<InviteLine, { kind: 'good' }> => line.kind === 'good')
    isStopped.current = false
    setRefused({})
    let list = values.list
    let invited = 0
    let trouble: string | undefined
    for (const [index, { text, input }] of good.entries()) {
      if (isStopped.current) break
      setSending({ kind: 'sending', done: index, of: good.length })
      const fault = await faultOf(inviteUser(input))
      if (fault === undefined) {
        invited += 1
        list = withoutLine(list, text)
        set('list', list)
      } else if (aboutLine.has(fault.code)) {
        setRefused((known) => ({ ...known, [text]: errorText(fault) }))
      } else {
        trouble = errorText(fault)
        break
      }
    }
    setSending({ kind: 'done', invited, trouble })
    return list.trim() === ''
  }
  return { form, field, set, values, siteIds, lines, refused, sending, isBusy, stop: () => (isStopped.current = true) }
}

function withoutLine(list: string, text: string): string {
  const lines = list.split(/\r\n|\n|\r/)
  const index = lines.findIndex((line) => line.trim() === text)
  return lines.toSpliced(index, index === -1 ? 0 : 1).join('\n')
}
