import { i18n } from '@lingui/core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { CallError } from '#src/data/core/call-error.ts'
import { faultOf } from '#src/lib/fault.ts'
import { forgetUnsaved, hasUnsaved } from '#src/lib/unsaved.ts'
import { FormCore, type Draft } from '#src/ui/form/form-core.ts'
import { troubleOfFault, troubleOfIssues } from '#src/ui/form/form-trouble.ts'

const TAKEN = codeOf('email-has-account')
const blank = { email: '', alias: '', language: 'en-US' }
type Values = typeof blank
const said = (error: CallError) => error.message
const atFoot = (error: CallError) => ({ form: said(error) })

/** A form that is on the page. */
function opened(draft?: Draft): FormCore<Values> {
  const core = new FormCore<Values>(draft)
  core.subscribe(() => {})
  return core
}

/** Drafts as the core keeps them. */
function keptDraft(kept?: Record<string, string>): Draft & { kept: Record<string, string> | undefined } {
  return {
    kept,
    get() {
      return Promise.resolve(this.kept)
    },
    put(values) {
      this.kept = values
      return Promise.resolve()
    },
  }
}

beforeAll(() => {
  i18n.load('en-US', {})
  i18n.activate('en-US')
})
afterEach(forgetUnsaved)

describe('what the service refuses', () => {
  const place = (error: CallError, fieldOfError?: Partial<Record<ErrorName, keyof Values>>) =>
    troubleOfFault(error, said(error), blank, fieldOfError)

  it('is said beside the field that it names, though the code is about another', () => {
    const error = new CallError(TAKEN, 'taken', { field: 'alias' })
    expect(place(error, { 'email-has-account': 'email' })).toEqual({ alias: 'taken' })
    expect(place(new CallError(codeOf('parameter-error'), 'no', { field: 'email.0' }))).toEqual({ email: 'no' })
  })

  it('is said beside the field that its code is about', () => {
    expect(place(new CallError(TAKEN, 'taken'), { 'email-has-account': 'email' })).toEqual({ email: 'taken' })
  })

  it('is said at the foot when its code is about none, or the field is none of the form', () => {
    expect(place(new CallError(99_999, 'The moon is full.'), { 'email-has-account': 'email' })).toEqual({ form: 'The moon is full.' })
    expect(place(new CallError(codeOf('parameter-error'), 'no', { field: 'sites.3' }))).toEqual({ form: 'no' })
  })
})

describe('what the rules of the contract refuse', () => {
  const wrong = (values: Values, words = {}) => {
    const checked = userInvite.input.safeParse({ kind: 'user', role: 'site-operator', ...values })
    return troubleOfIssues(checked.error?.issues ?? [], values, words)
  }

  it('is said beside each field, in the words of the rule or those of the form', () => {
    expect(wrong({ ...blank, email: 'jo' })).toEqual({
      email: 'Enter an e-mail address, such as name@example.com.',
      alias: 'Fill this in.',
    })
    expect(wrong({ ...blank, email: 'jo@company.example' }, { alias: 'Who is it?' })).toEqual({ alias: 'Who is it?' })
    expect(wrong({ ...blank, email: 'jo@company.example', alias: 'Jo' })).toEqual({})
  })

  it('is said at the foot when it is no field of the form', () => {
    const { language, ...known } = blank
    const checked = userInvite.input.safeParse({ kind: 'user', role: 'captain', language, email: 'jo@company.example', alias: 'Jo' })
    expect(troubleOfIssues(checked.error!.issues, known, { role: 'No such role.' })).toEqual({ form: 'No such role.' })
  })
})

describe('sending', () => {
  it('is not begun again while it is under way', async () => {
    const core = opened()
    const { promise, resolve } = Promise.withResolvers<void>()
    let sent = 0
    const send = () => {
      sent += 1
      return promise
    }
    const first = core.attempt(send, atFoot)
    expect(core.read().isBusy).toBe(true)
    await expect(core.attempt(send, atFoot)).resolves.toBe(false)
    resolve()
    await expect(first).resolves.toBe(true)
    expect(sent).toBe(1)
    expect(core.read().isBusy).toBe(false)
  })

  it('is done for each press, one after the other, where none may be lost, also after one that was refused', async () => {
    const core = opened()
    const presses = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun: number[] = []
    const done = presses.map(({ promise }, press) =>
      core.attemptInTurn(() => {
        begun.push(press)
        return promise
      }, atFoot),
    )
    expect(begun).toEqual([0])
    presses[0]?.reject(new CallError(TAKEN, 'taken'))
    await expect(done[0]).resolves.toBe(false)
    await expect.poll(() => begun).toEqual([0, 1])
    expect(core.read().isBusy).toBe(true)
    presses[1]?.resolve()
    presses[2]?.resolve()
    await expect(Promise.all(done)).resolves.toEqual([false, true, true])
    expect(begun).toEqual([0, 1, 2])
    expect(core.read().isBusy).toBe(false)
  })

  it('can be tried again after a refusal, which is gone under the hand of whoever mends it', async () => {
    const core = opened()
    core.set('email', 'jo@company.example')
    const refused = () => Promise.reject(new CallError(TAKEN, 'taken'))
    await expect(core.attempt(refused, (error) => ({ email: said(error), alias: 'too' }))).resolves.toBe(false)
    expect(core.read()).toMatchObject({ trouble: { email: 'taken', alias: 'too' }, isBusy: false, complaints: 1 })
    core.set('email', 'jo@other.example')
    expect(core.read().trouble).toEqual({ alias: 'too' })
    await expect(core.attempt(() => Promise.resolve(), atFoot)).resolves.toBe(true)
    expect(core.read().trouble).toEqual({})
  })

  it('hides nothing that is no error of a call', async () => {
    const core = opened()
    await expect(core.attempt(() => Promise.reject(new TypeError('ours')), atFoot)).rejects.toThrow('ours')
    await expect(faultOf(Promise.reject(new DOMException('called off', 'AbortError')))).rejects.toThrow('called off')
    expect(core.read()).toMatchObject({ trouble: {}, isBusy: false })
  })
})

describe('what is typed', () => {
  it('comes back when the form is opened again, as far as it still has the fields', async () => {
    const draft = keptDraft({ email: 'jo@company.example', fax: '12' })
    const core = opened(draft)
    await core.recall(Object.keys(blank))
    expect(core.read().typed).toEqual({ email: 'jo@company.example' })
    core.set('alias', 'Jo')
    expect(draft.kept).toEqual({ email: 'jo@company.example', alias: 'Jo' })
  })

  it('is not overwritten by a draft that comes late', async () => {
    const core = opened(keptDraft({ email: 'old@company.example' }))
    const recalling = core.recall(Object.keys(blank))
    core.set('email', 'new@company.example')
    await recalling
    expect(core.read().typed).toEqual({ email: 'new@company.example' })
  })

  it('is kept no longer once it is dropped', () => {
    const draft = keptDraft()
    const core = opened(draft)
    core.set('email', 'jo@company.example')
    core.drop()
    expect(core.read().typed).toEqual({})
    expect(draft.kept).toBeUndefined()
  })

  it('counts as unsaved until it was sent or dropped, and not in a form that is closed', async () => {
    const core = opened()
    core.set('email', 'jo@company.example')
    expect(hasUnsaved()).toBe(true)
    await core.attempt(() => Promise.reject(new CallError(codeOf('network-failure'), 'offline')), atFoot)
    expect(hasUnsaved()).toBe(true)
    await core.attempt(() => Promise.resolve(), atFoot)
    expect(hasUnsaved()).toBe(false)
    new FormCore<Values>().set('email', 'jo@company.example')
    expect(hasUnsaved()).toBe(false)
  })
})
