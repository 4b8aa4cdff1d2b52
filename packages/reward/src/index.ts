export { type MemoryReward, memoryReward } from "./memory-reward.ts";
export { type RewardOptions, type RewardResult, rewardWorkspace } from "./reward-workspace.ts";
export { rewardsTable } from "./rewards-table.ts";
