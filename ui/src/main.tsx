import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { Boundary } from './parts/boundary.tsx'
import './style.css'
import { applyTheme } from './theme.ts'

applyTheme()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Boundary place="app" isWhole>
        <App />
      </Boundary>
    </StrictMode>,
  )
