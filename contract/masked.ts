/**
 * Names of people are masked in places (rule 1.3). The rule: e-mail addresses, telephone numbers and user names that are addresses
 * are whole for the person themself and for the administrators of the organization. For everybody else (its other people, installers who
 * act by remote access, whoever is not signed in) the service sends them masked. A display name that holds neither is whole for everybody;
 * so are contacts of sites, of the organization and of alarm rules, which are written down in order to be used.
 * Numbers of documents, of people whom cameras have recognized, are whole for administrators of the organization alone.
 */
const MASK = '***'

/** Text that looks like an address, also in the midst of other text. */
const ADDRESS = /[^\s@<>,;:"'()[\]{}\\]+@[^\s@<>,;:"'()[\]{}\\]+/gu

/** As little as a telephone number has. */
const FEWEST_DIGITS = 6
/** What is left of one at its end: enough to recognize one's own. */
const DIGITS_LEFT = 2

/** An address that its owner recognizes and nobody else can use: `m***@harbor.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return MASK
  const [first = ''] = email
  return `${first}${MASK}${email.slice(at)}`
}

/** A telephone number by its last two digits: `***23`. None stays none. */
export function maskPhone(phone: string): string {
  if (phone.trim() === '') return ''
  const digits = phone.replaceAll(/\D/g, '')
  return digits.length < FEWEST_DIGITS ? MASK : MASK + digits.slice(-DIGITS_LEFT)
}

/** A name, or any other text, with the addresses in it masked, and whole where it has none. A name that is a telephone number is masked as one. */
export function maskName(name: string): string {
  const isPhone = /^\s*\+?[0-9 ()-]+$/.test(name) && name.replaceAll(/\D/g, '').length >= FEWEST_DIGITS
  return isPhone ? maskPhone(name) : name.replace(ADDRESS, maskEmail)
}

/** The number of a document by its last two characters: `***4X`. */
export function maskIdNumber(idNumber: string): string {
  return idNumber.length < FEWEST_DIGITS ? MASK : MASK + idNumber.slice(-DIGITS_LEFT)
}

/** Who looks: an installer who acts as administrator by remote access is none of the organization's. */
export interface Viewer {
  userId: string
  role: string
  remoteAccessId?: string
}

/** How this viewer (nobody who is signed in, when there is none) sees names of the person with this identifier; of several people, none. */
export function namesFor(viewer: Viewer | undefined, ownerId?: string | null) {
  const isOwn = viewer !== undefined && ownerId !== undefined && viewer.userId === ownerId
  const isAdministrator = viewer?.role === 'administrator' && viewer.remoteAccessId === undefined
  if (isOwn || isAdministrator)
    return { isWhole: true, email: same, phone: same, name: same, idNumber: isAdministrator ? same : maskIdNumber }
  return { isWhole: false, email: maskEmail, phone: maskPhone, name: maskName, idNumber: maskIdNumber }
}

function same(text: string): string {
  return text
}
