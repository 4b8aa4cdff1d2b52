// Sharing an amount without losing a cent.

/** Shares of `cents` by weight; the cents left over go one each to the first shares. */
export function allocate(cents, weights) {
  const total = sum(weights);
  const shares = weights.map((weight) => Math.floor((cents * weight) / total));
  let rest = cents - sum(shares);
  return shares.map((share) => {
    if (rest <= 0) return share;
    rest -= 1;
    return share + 1;
  });
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
