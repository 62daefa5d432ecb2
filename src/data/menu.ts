import { queryOptions } from '@tanstack/react-query'
import { menuTree } from '#contract/calls/user/menu-tree.ts'
import { ask } from './ask.ts'

/** The menu of the signed-in person. */
export const menuQuery = queryOptions({ queryKey: ['menu'], queryFn: ask(menuTree, undefined) })
