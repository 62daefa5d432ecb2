import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { person } from './person.ts'

/** The signed-in person. */
export const profileGet = defineCall({ path: '/vms/user/profile/get', input: noInput, output: person, access: signedIn, offline: 'cache' })
