import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { personFields, type IdType, type KnownPerson } from '#contract/known-person.ts'

/** What is known of a person, in words. */
export const personTitles: Record<keyof KnownPerson, MessageDescriptor> = {
  owner: msg`Name`,
  birthday: msg`Birthday`,
  nativePlace: msg`Native place`,
  idType: msg`ID type`,
  idNumber: msg`ID number`,
}

const idTypeNames: Record<IdType, MessageDescriptor> = {
  'identity-card': msg`Identity card`,
  passport: msg`Passport`,
  'driving-licence': msg`Driving license`,
  'residence-permit': msg`Residence permit`,
  'staff-card': msg`Staff card`,
  other: msg`Other document`,
}

/** What is known of a person, in the order of `personFields`; empty where it is not known. */
export function personTexts(person: KnownPerson | null): string[] {
  return personFields.map((field) => {
    const value = person?.[field] ?? ''
    return field === 'idType' && person?.idType !== undefined ? i18n._(idTypeNames[person.idType]) : value
  })
}
