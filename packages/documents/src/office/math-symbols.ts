/** TeX of characters; most Unicode characters are valid as they are. */
export const texCharacters: Readonly<Record<string, string>> = Object.fromEntries([
  ...Array.from(
    'α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ∘ circ ≤ leq ≥ geq ≠ neq ≈ approx ≡ equiv ∼ sim ≅ cong ∝ propto ∞ infty ∂ partial ∇ nabla ∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∪ cup ∩ cap ∅ emptyset ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee → to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto … ldots ⋯ cdots ⋮ vdots ⋱ ddots ∑ sum ∏ prod ∫ int ∬ iint ∭ iiint ∮ oint √ surd ℏ hbar ℓ ell ℜ Re ℑ Im ⊕ oplus ⊗ otimes ⊥ perp ∥ parallel ∠ angle ≪ ll ≫ gg'.matchAll(
      /(\S+) (\w+)/gu,
    ),
    ([, character, name]) => [character, `\\${name}`] as const,
  ),
  ['−', '-'],
  ['\u2061', ''],
  ['\u2062', ''],
  ['\u00a0', ' '],
  ['′', "'"],
]);

/** TeX of operators with limits. */
export const operators: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
  '⨁': '\\bigoplus',
  '⨂': '\\bigotimes',
};

/** TeX of accents, by the combining characters that state them. */
export const accents: Readonly<Record<string, string>> = {
  '\u0300': '\\grave',
  '\u0301': '\\acute',
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0306': '\\breve',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u030c': '\\check',
  '\u20d7': '\\vec',
  '\u20d6': '\\overleftarrow',
  '¯': '\\bar',
  '~': '\\tilde',
  '^': '\\hat',
  '→': '\\vec',
};

/** Functions that have a command in TeX. */
export const functionNames: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim limsup liminf min max sup inf det dim ker gcd arg deg hom Pr'.split(
    ' ',
  ),
);
