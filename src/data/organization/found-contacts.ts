import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactsQuery } from './contacts.ts'

const MOST_FOUND = 20

/** Contacts by what is typed, for a field of recipients. */
export function useFoundContacts() {
  const [search, setSearch] = useState('')
  const { data } = useQuery(contactsQuery({ pageNum: 1, pageSize: MOST_FOUND, search: search || undefined }))
  return { contacts: data?.contacts ?? [], onSearch: setSearch }
}
