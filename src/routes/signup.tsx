import { createFileRoute } from '@tanstack/react-router'
import { SignUpPage } from '../features/joining/sign-up-page.tsx'

export const Route = createFileRoute('/signup')({ component: SignUpPage })
