import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.js';
import { SignInGate } from './app/sign-in.js';
import { applyScheme } from './app/scheme-button.js';
import { queries } from './server/server.js';
import './styles/tokens.css';
import './styles/base.css';
import './parts/parts.css';

applyScheme();
// A file that is dropped beside its place would be opened instead of the page.
addEventListener('dragover', (event) => {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
});
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SignInGate>
          <RouterProvider router={router} />
        </SignInGate>
      </QueryClientProvider>
    </StrictMode>,
  );
}
