import { codePicCreate } from './code-pic-create.ts'
import { codePicVerify } from './code-pic-verify.ts'
import { customerWebsiteGet } from './customer-website-get.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { menuTree } from './menu-tree.ts'
import { profileGet } from './profile-get.ts'
import { profileUpdate } from './profile-update.ts'
import { systemVersionGet } from './system-version-get.ts'
import { tokenRenewal } from './token-renewal.ts'

/** Calls of sessions and of the person signed in. */
export const userCalls = {
  codePicCreate,
  codePicVerify,
  customerWebsiteGet,
  login,
  logout,
  menuTree,
  profileGet,
  profileUpdate,
  systemVersionGet,
  tokenRenewal,
} as const
