import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { imageCodeFields, loginName } from '#contract/calls/account/dynamic-code.ts'
import { brandingUpdate } from '#contract/calls/account/branding-update.ts'
import { shownPassword } from '#contract/calls/account/mfa.ts'
import { passwordReset } from '#contract/calls/account/password-reset.ts'
import { passwordChange, passwordUpdate } from '#contract/calls/account/password-update.ts'
import { register } from '#contract/calls/account/register.ts'
import { archivesCreate } from '#contract/calls/archive/archives-create.ts'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import { contactFields } from '#contract/calls/contact/contact.ts'
import { recipients } from '#contract/calls/event/alarm-rule.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { inviteActive } from '#contract/calls/people/invite-active.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { siteInput } from '#contract/calls/device/site-input.ts'
import { userInviteUpdate } from '#contract/calls/people/user-invite-update.ts'
import { plateFields } from '#contract/calls/vehicle/plate.ts'
import { valuesWanted } from '#contract/event-attributes.ts'
import { lengths } from '#contract/limits.ts'
import { pictureProblem } from '#contract/pictures.ts'
import { bind } from '#contract/calls/installer/bind.ts'
import { organizationFields } from '#contract/calls/account/organization-fields.ts'
import { appCode, email, emailCode, name, newPassword, passwordRule, personName, phone, searchText } from '#contract/rules.ts'
import { acceptOf, pictureFault } from '#src/lib/picture-file.ts'

const forbidden = Array.from(`<>&,'"/\\%:#`)
const digits = Array.from('0123456789')
const upper = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const lower = upper.map((letter) => letter.toLowerCase())
const special = Array.from('!$()*+-.;=?@[]^_`{|}~ é中')
const kinds = [digits, upper, lower, special]

/** The message of what is wrong, as forms and the service's answer have it; `undefined` when nothing is. */
function problem(schema: z.ZodMiniType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

/** Texts of these characters, of so many. */
const textOf = (characters: readonly string[], minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((found) => found.join(''))

/** Texts with at least one character of each of two kinds. */
const mixed = (minLength: number, maxLength: number) =>
  fc
    .tuple(fc.shuffledSubarray(kinds, { minLength: 2, maxLength: 2 }), textOf(kinds.flat(), minLength - 2, maxLength - 2))
    .chain(([[one = digits, other = upper], rest]) =>
      fc.tuple(fc.constantFrom(...one), fc.constantFrom(...other)).map(([first, second]) => first + rest + second),
    )

describe('a password', () => {
  it('is any 8 to 16 characters of two kinds or more', () => {
    fc.assert(fc.property(mixed(8, 16), (text) => problem(passwordRule, text) === undefined))
  })

  it.each([
    ['aB34567', 'password-length'],
    ['aB345678', undefined],
    ['aB34567890123456', undefined],
    ['aB345678901234567', 'password-length'],
    ['12345678', 'too-few-kinds'],
    ['abcdefgh', 'too-few-kinds'],
    ['ABCDEFGH', 'too-few-kinds'],
    ['!!!!!!!!', 'too-few-kinds'],
    ['1234567a', undefined],
    ['abcdefgH', undefined],
    ['ABCDEFG!', undefined],
  ])('of %s: %s', (text, expected) => {
    expect(problem(passwordRule, text)).toBe(expected)
  })

  it('is never of one kind alone, too short or too long', () => {
    const oneKind = fc.constantFrom(digits, upper, lower, special).chain((characters) => textOf(characters, 8, 16))
    fc.assert(fc.property(oneKind, (text) => problem(passwordRule, text) === 'too-few-kinds'))
    const wrongLength = fc.oneof(mixed(2, 7), mixed(17, 64))
    fc.assert(fc.property(wrongLength, (text) => problem(passwordRule, text) === 'password-length'))
  })

  it('never has a forbidden character, wherever it stands', () => {
    fc.assert(
      fc.property(mixed(8, 15), fc.constantFrom(...forbidden), fc.nat(), (text, character, at) => {
        const place = at % (text.length + 1)
        expect(problem(passwordRule, text.slice(0, place) + character + text.slice(place))).toBe('forbidden-characters')
      }),
    )
  })

  it('must be repeated exactly, which is said beside the repetition', () => {
    expect(newPassword.safeParse({ password: 'aB345678', repeated: 'aB345678' }).success).toBe(true)
    const found = newPassword.safeParse({ password: 'aB345678', repeated: 'aB345679' }).error?.issues[0]
    expect(found).toMatchObject({ message: 'not-repeated', path: ['repeated'] })
  })

  it('has the same rule in every call that sets one', () => {
    for (const { input } of [passwordReset, register, inviteActive]) expect(input.shape.password).toBe(passwordRule)
    expect(passwordUpdate.input.shape.newPassword).toBe(passwordRule)
  })

  it('that replaces another one is not the same, which is said beside the new one', () => {
    const change = (oldPassword: string) => passwordChange.safeParse({ oldPassword, newPassword: 'aB345678' })
    expect(change('aB345679').success).toBe(true)
    expect(change('aB345678').error?.issues).toMatchObject([{ message: 'password-unchanged', path: ['newPassword'] }])
  })
})

describe('a name', () => {
  it('is trimmed text of any language without forbidden characters', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((found) => !/[<>&,'"/\\%:#]/.test(found))
    fc.assert(fc.property(text, (found) => problem(name(100), found) === (found.trim() === '' ? 'required' : undefined)))
  })

  it('never has a forbidden character, wherever it stands', () => {
    fc.assert(
      fc.property(textOf(lower, 0, 10), fc.constantFrom(...forbidden), textOf(lower, 0, 10), (before, character, after) => {
        expect(problem(name(), before + character + after)).toBe('forbidden-characters')
      }),
    )
  })

  it('has a length of its own at most', () => {
    expect(problem(name(32), 'a'.repeat(32))).toBeUndefined()
    expect(problem(name(32), 'a'.repeat(33))).toBe('too-long')
    expect(problem(name(32), `  ${'a'.repeat(32)}  `)).toBeUndefined()
    expect(problem(name(), '   ')).toBe('required')
  })
})

describe('other fields of the forms', () => {
  it.each([
    [email, 'guard@harbor.example', undefined],
    [email, 'a@b.c', undefined],
    [email, 'guard@harbor', 'email-shape'],
    // An @ and a dot, wherever it stands.
    [email, 'night.guard@harbor', undefined],
    [email, 'harbor.example', 'email-shape'],
    [email, 'guard@', 'email-shape'],
    [email, '@harbor.example', 'email-shape'],
    [email, 'a@b.c\r\nbcc:d@e.f', 'email-shape'],
    [email, 'a@b.c, d@e.f', 'email-shape'],
    [email, `${'a'.repeat(120)}@b.cdef`, undefined],
    [email, `${'a'.repeat(121)}@b.cdef`, undefined],
    [email, `${'a'.repeat(122)}@b.cdef`, 'too-long'],
    [loginName, ' ', 'required'],
    [loginName, 'a'.repeat(128), undefined],
    [loginName, 'a'.repeat(129), 'too-long'],
    [emailCode, 'ab12cd', undefined],
    [emailCode, 'ab12c', 'email-code-shape'],
    [emailCode, 'ab12cde', 'email-code-shape'],
    [emailCode, 'ab 2cd', 'email-code-shape'],
    [appCode, '012345', undefined],
    [appCode, '01234', 'app-code-shape'],
    [appCode, '01234a', 'app-code-shape'],
    [imageCodeFields.imgCode, 'ab3d', undefined],
    [imageCodeFields.imgCode, 'ab3', 'image-code-shape'],
    [imageCodeFields.imgCode, 'ab3de', 'image-code-shape'],
    [phone, '+31 (0)10 555-0100', undefined],
    [phone, '', 'required'],
    [phone, ' ', 'required'],
    [phone, 'call me', 'phone-shape'],
    [phone, `+${'1'.repeat(24)}`, undefined],
    [phone, `+${'1'.repeat(25)}`, 'phone-shape'],
    [login.input.shape.loginName, ' ', 'required'],
    [login.input.shape.loginName, 'a'.repeat(129), 'too-long'],
    [login.input.shape.password, '', 'required'],
    [login.input.shape.password, ' ', undefined],
    [shownPassword, '', 'required'],
  ])('%# %s: %s', (schema, value, expected) => {
    expect(problem(schema, value)).toBe(expected)
  })

  it('telephone and contact are required of a site, an organization and an installer, and the name of a person wherever it is changed', () => {
    const wrongIn = (shape: z.ZodMiniType, value: unknown) => shape.safeParse(value).error?.issues[0]?.message
    const { contact, phone: phoneOf } = organizationFields
    for (const shape of [
      contact,
      phoneOf,
      siteInput.shape.contact,
      siteInput.shape.phone,
      bind.input.shape.contact,
      bind.input.shape.phone,
    ])
      expect(wrongIn(shape, ' ')).toBe('required')
    for (const { input } of [profileUpdate, userInviteUpdate]) expect(wrongIn(input.shape.alias, ' ')).toBe('required')
  })

  it('a telephone number has the same rule wherever it is written down', () => {
    for (const { shape } of [siteInput, z.object(contactFields)]) expect(shape.phone).toBe(phone)
    for (const { input } of [profileUpdate, userInviteUpdate]) expect(input.shape.phone.def.innerType).toBe(phone)
  })
})

describe('a picture', () => {
  const [small, large] = [500 * 1024, 2 * 1024 * 1024]
  it.each([
    ['avatar', 'png', large, undefined],
    ['avatar', 'jpg', large, undefined],
    ['avatar', 'bmp', large, undefined],
    ['avatar', 'bmp', large + 1, 'picture-too-large'],
    ['avatar', undefined, 1, 'picture-kind'],
    ['logo', 'png', small, undefined],
    ['logo', 'jpg', small, undefined],
    ['logo', 'jpg', small + 1, 'picture-too-large'],
    ['logo', 'bmp', 1, 'picture-kind'],
    ['background', 'jpg', large, undefined],
    ['background', 'jpg', large + 1, 'picture-too-large'],
    ['favicon', 'png', small, undefined],
    ['favicon', 'png', small + 1, 'picture-too-large'],
    ['favicon', 'jpg', 1, 'picture-kind'],
  ] as const)('as %s, a %s of %i bytes: %s', (use, kind, size, expected) => {
    expect(pictureProblem(use, { kind, size })).toBe(expected)
  })

  it('is known in forms by the ending of its name', () => {
    for (const name of ['me.png', 'me.PNG', 'me.jpg', 'me.of.jpeg', 'me.bmp'])
      expect(pictureFault({ name, size: 1 }, 'avatar')).toBeUndefined()
    for (const name of ['me.svg', 'me.gif', 'png', 'me.png.exe', '']) expect(pictureFault({ name, size: 1 }, 'avatar')).toBe('picture-kind')
    expect(acceptOf('avatar')).toBe('.png,.jpg,.jpeg,.bmp')
    expect(acceptOf('favicon')).toBe('.png')
  })
})

describe('the limits of the specification’s section 5 in calls', () => {
  const accepts = (input: z.ZodMiniType, value: unknown) => input.safeParse(value).success
  const start = { sn: 'GATE000001', chlIndex: 0, startMs: 1_000_000 }
  const archiveOf = (more: object) => accepts(archivesCreate.input, { title: 'Gate', ...start, endMs: start.startMs + 1, ...more })
  const plate = { groupId: 'g', plate: 'PZ 790 G', vehicleType: '', brand: '', model: '', owner: '', phone: '' }
  const plateOf = (more: object) => accepts(z.object(plateFields), { ...plate, ...more })

  it('a clip lasts at most 60 minutes, and ends after it began', () => {
    expect(archiveOf({ endMs: start.startMs + 60 * 60_000 })).toBe(true)
    expect(archiveOf({ endMs: start.startMs + 60 * 60_000 + 1 })).toBe(false)
    expect(archiveOf({ endMs: start.startMs })).toBe(false)
  })

  it('an archive has a title of at most 64 characters, none of them forbidden', () => {
    expect(archiveOf({ title: 'a'.repeat(64) })).toBe(true)
    for (const title of ['', 'a'.repeat(65), 'a/b']) expect(archiveOf({ title })).toBe(false)
  })

  it('a plate is needed, and each of its texts has at most 32 characters', () => {
    for (const field of ['plate', 'vehicleType', 'owner', 'phone'] as const) {
      expect(plateOf({ [field]: 'A'.repeat(32) })).toBe(true)
      expect(plateOf({ [field]: 'A'.repeat(33) })).toBe(false)
    }
    for (const number of ['', ' ', '- .']) expect(plateOf({ plate: number })).toBe(false)
  })

  it('the address of whoever is sent a share or an alarm is an e-mail address', () => {
    for (const addresses of [archivesShare.input.shape.emails, recipients]) expect(addresses.def.element).toBe(email)
    expect(contactFields.email).toBe(email)
  })

  it('a field takes as much as its rule does, and no more', () => {
    const { accentColor } = brandingUpdate.input.shape
    const { dynamicCode, imgCode } = login.input.shape
    const longest: [number, string, z.ZodMiniType][] = [
      [lengths.name, 'a', name()],
      [lengths.personName, 'a', personName],
      [lengths.email, 'x@y.z', email],
      [lengths.phone, '+', phone],
      [lengths.search, '', searchText],
      [lengths.title, 'a', brandingUpdate.input.shape.pageTitle],
      [lengths.color, '#', accentColor],
      [lengths.emailCode, '', emailCode],
      [lengths.imageCode, '', imgCode],
      [lengths.loginCode, '', dynamicCode],
    ]
    for (const [most, start, schema] of longest) {
      expect(accepts(schema, start.padEnd(most, '1'))).toBe(true)
      expect(accepts(schema, start.padEnd(most + 1, '1'))).toBe(false)
    }
  })

  it('a device is named by at most 32 characters', () => {
    const edit = (deviceName: string) => accepts(deviceEdit.input, { sn: start.sn, name: deviceName })
    expect(edit('a'.repeat(32))).toBe(true)
    expect(edit('a'.repeat(33))).toBe(false)
    expect(edit('a<b')).toBe(false)
  })

  it('child means infant and juvenile, adult the others, and the unknown value is dropped', () => {
    expect(valuesWanted({ age: ['child', 0] })).toEqual([{ name: 'age', values: ['infant', 'juvenile'] }])
    expect(valuesWanted({ age: ['adult', 'youth'] })).toEqual([{ name: 'age', values: ['youth', 'midlife', 'elderly'] }])
    expect(valuesWanted({ age: [0] })).toEqual([])
  })
})
