import { useRouter } from '@tanstack/react-router'

/** Goes on when an account is there: into the app, or to the sign-in page with the name filled in. */
export function useEnter(): (isSignedIn: boolean, loginName: string) => void {
  const router = useRouter()
  return (isSignedIn, loginName) => {
    if (isSignedIn) void router.navigate({ to: '/live', replace: true })
    else void router.navigate({ to: '/login', search: { userId: loginName }, replace: true })
  }
}
