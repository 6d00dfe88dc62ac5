const GREEK =
  'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π varpi ϖ ' +
  'rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ ' +
  'Upsilon Υ Phi Φ Psi Ψ Omega Ω';
const SIGNS =
  'times × div ÷ cdot · pm ± mp ∓ ast * star ⋆ circ ∘ bullet • oplus ⊕ otimes ⊗ cap ∩ cup ∪ wedge ∧ land ∧ vee ∨ lor ∨ neg ¬ lnot ¬ setminus ∖ ' +
  'le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ ll ≪ gg ≫ lt < gt > approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ mid | parallel ∥ perp ⊥ ' +
  'in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ emptyset ∅ varnothing ∅ to → rightarrow → longrightarrow → gets ← leftarrow ← ' +
  'leftrightarrow ↔ Rightarrow ⇒ implies ⇒ Longrightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ mapsto ↦ uparrow ↑ downarrow ↓ infty ∞ partial ∂ nabla ∇ ' +
  'forall ∀ exists ∃ nexists ∄ angle ∠ degree ° prime ′ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ wp ℘ dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱ ' +
  'langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } lvert | rvert | vert | Vert ‖ lVert ‖ rVert ‖ backslash \\ ' +
  'sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ therefore ∴ because ∵ euro € pounds £ S §';

function pairs(list: string): [string, string][] {
  const words = list.split(' ');
  return words.flatMap((word, at): [string, string][] => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : []));
}

/** Commands that stand for one character (Unicode Technical Report 25; the names of LaTeX and amsmath). */
export const TEX_SYMBOLS: ReadonlyMap<string, string> = new Map([...pairs(GREEK), ...pairs(SIGNS)]);

/** Names of functions, which are written upright. */
export const TEX_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim liminf limsup max min sup inf arg det dim ' +
    'gcd hom ker deg Pr mod bmod'
  ).split(' '),
);

/** Marks over a letter, as combining characters. */
export const TEX_ACCENTS: ReadonlyMap<string, string> = new Map([
  ['hat', '\u0302'],
  ['widehat', '\u0302'],
  ['tilde', '\u0303'],
  ['widetilde', '\u0303'],
  ['bar', '\u0305'],
  ['overline', '\u0305'],
  ['underline', '\u0332'],
  ['vec', '\u20d7'],
  ['dot', '\u0307'],
  ['ddot', '\u0308'],
]);

/** Letters of sets, as `\mathbb` draws them. */
export const TEX_SETS: Readonly<Record<string, string>> = { N: 'ℕ', Z: 'ℤ', Q: 'ℚ', R: 'ℝ', C: 'ℂ', P: 'ℙ' };
