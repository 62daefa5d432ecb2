import type { KnownPerson } from '#contract/known-person.ts'
import type { EventAttributes, EventKind } from '#contract/event-attributes.ts'

interface Recognized {
  similarity: number
  person?: KnownPerson
}

/** Faces by what is said of them. Nobody of these exists, and no document has such a number; one is a stranger. */
const faces: readonly (Recognized & { looks: EventAttributes })[] = [
  {
    looks: { gender: 'male', age: 'elderly' },
    similarity: 93,
    person: { owner: 'Harm Veldkamp', birthday: '1957-03-14', nativePlace: 'Zwolle', idType: 'identity-card', idNumber: 'XD57031402' },
  },
  {
    looks: { gender: 'female', age: 'youth' },
    similarity: 88,
    person: { owner: '林晓雨', birthday: '1998-09-02', nativePlace: '浙江杭州', idType: 'passport', idNumber: 'XE09980217' },
  },
  {
    looks: { gender: 'male', age: 'midlife', hat: 'yes' },
    similarity: 81,
    person: { owner: 'Deniz Aksoy', birthday: '1979-11-23', nativePlace: 'Rotterdam', idType: 'staff-card', idNumber: 'HL-40817' },
  },
  { looks: { gender: 'male', age: 'midlife', glasses: 'no' }, similarity: 37 },
  { looks: { gender: 'male', age: 'youth', mask: 'yes' }, similarity: 52 },
  {
    looks: { gender: 'female', age: 'midlife', glasses: 'yes' },
    similarity: 96,
    person: { owner: 'Sanne de Wit', birthday: '1975-05-17', nativePlace: 'Dordrecht', idType: 'residence-permit', idNumber: 'XV75051790' },
  },
  {
    looks: { gender: 'male', age: 'midlife' },
    similarity: 74,
    person: { owner: 'Ruben Achterberg', birthday: '1981-06-30', nativePlace: 'Breda', idType: 'driving-licence', idNumber: 'XR81063055' },
  },
]

/** Owners by their plates; the cameras know no others. */
const owners: Readonly<Record<string, Recognized>> = {
  'KV 482 T': { similarity: 97, person: { owner: 'Marieke Terpstra', birthday: '1986-02-11', nativePlace: 'Leeuwarden' } },
  'HN 315 B': { similarity: 91, person: { owner: 'Oscar Brandsma', idType: 'driving-licence', idNumber: 'XB31509944' } },
  'AB 614 L': { similarity: 95, person: { owner: 'Femke Dijkgraaf', birthday: '1990-12-05', idType: 'staff-card', idNumber: 'HL-40233' } },
  'SN 432 V': { similarity: 89, person: { owner: '周子航', birthday: '1992-07-19', nativePlace: '广东深圳' } },
  'HZ 742 D': { similarity: 84, person: { owner: 'Wout Scholten', idType: 'identity-card', idNumber: 'XS74208831' } },
}

/** Whom the analytics of a simulated camera takes this for. */
export function recognize(seen: { kind: EventKind; plate?: string | undefined; attributes: EventAttributes }): Recognized | undefined {
  const { kind, plate, attributes } = seen
  if (kind === 'plate') return owners[plate ?? '']
  if (kind !== 'face') return undefined
  const found = faces.find(({ looks }) => Object.entries(looks).every(([name, word]) => attributes[name as keyof EventAttributes] === word))
  return found && { similarity: found.similarity, ...(found.person && { person: found.person }) }
}
