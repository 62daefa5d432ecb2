import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Event } from '#contract/calls/event/event.ts'
import { attributeNames, type AttributeName, type EventAttributes } from '#contract/event-attributes.ts'
import { named } from '../text/joined.ts'
import { personTexts } from './person-words.ts'
import { brandName } from './brand-name.ts'
import { colourNames, vehicleTypeNames } from './vehicle-words.ts'

export const attributeTitles: Record<AttributeName, MessageDescriptor> = {
  age: msg`Age`,
  gender: msg`Gender`,
  mask: msg`Mask`,
  hat: msg`Hat`,
  glasses: msg`Glasses`,
  backpack: msg`Backpack`,
  clothingType: msg`Clothing`,
  clothingColour: msg`Clothing color`,
  vehicleType: msg`Vehicle type`,
  vehicleColour: msg`Vehicle color`,
  brand: msg`Brand`,
  direction: msg`Direction`,
}

const similarityTitle = msg`Similarity`

const yesOrNo: Record<string, MessageDescriptor> = { yes: msg`Yes`, no: msg`No` }

/** Values of attributes in words. A unit test looks that none is missing. */
const valueNames: Record<Exclude<AttributeName, 'brand'>, Record<string, MessageDescriptor>> = {
  age: {
    child: msg`Child (any age)`,
    adult: msg`Adult (any age)`,
    infant: msg`Infant`,
    juvenile: msg`Juvenile`,
    youth: msg`Young adult`,
    midlife: msg`Middle-aged`,
    elderly: msg`Elderly`,
  },
  gender: { male: msg`Male`, female: msg`Female` },
  mask: yesOrNo,
  hat: yesOrNo,
  glasses: yesOrNo,
  backpack: yesOrNo,
  clothingType: {
    'long-sleeves': msg`Long sleeves`,
    'short-sleeves': msg`Short sleeves`,
    coat: msg`Coat`,
    vest: msg`Vest`,
    skirt: msg`Skirt`,
    dress: msg`Dress`,
    trousers: msg`Trousers`,
    shorts: msg`Shorts`,
  },
  clothingColour: colourNames,
  vehicleType: vehicleTypeNames,
  vehicleColour: colourNames,
  direction: { in: msg`Inwards`, out: msg`Outwards`, left: msg`To the left`, right: msg`To the right` },
}

/** A value of an attribute in words; one that this version does not know keeps its own name. */
export function valueName(attribute: AttributeName, value: string): string {
  if (attribute === 'brand') return brandName(value)
  const name = valueNames[attribute][value]
  return name ? i18n._(name) : value
}

/** What is known of a person or vehicle, for a list of facts. */
export function attributeFacts(attributes: EventAttributes): { name: string; value: string | undefined }[] {
  return attributeNames.map((name) => {
    const value = attributes[name]
    return { name: i18n._(attributeTitles[name]), value: value && valueName(name, value) }
  })
}

/** Everything that is known of a person or vehicle, in one line. */
export function attributesText(attributes: EventAttributes): string {
  return attributeNames
    .flatMap((name) => {
      const value = attributes[name]
      if (value === undefined) return []
      const [title, text] = [i18n._(attributeTitles[name]), valueName(name, value)]
      // A value that says by itself what it is of stands alone.
      return value === 'yes' || value === 'no' || name.endsWith('Colour') ? named(title, text) : text
    })
    .join(' · ')
}

/** Everything that is known of what was seen, in one line: the attributes, and who it is. */
export function detailsText({ attributes, similarity, person }: Pick<Event, 'attributes' | 'similarity' | 'person'>): string {
  const sure = similarity === null ? '' : named(i18n._(similarityTitle), i18n.number(similarity / 100, { style: 'percent' }))
  return [attributesText(attributes), sure, ...personTexts(person).slice(0, 1)].filter((text) => text !== '').join(' · ')
}
