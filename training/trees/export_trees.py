"""Exports LightGBM trees as the arrays that boosted-trees.ts reads."""

import lightgbm as lgb

LEAF_UNIT = 1e-4


def export_trees(booster: lgb.Booster) -> dict:
    data = {
        "roots": [],
        "leafRoots": [],
        "features": [],
        "thresholds": [],
        "left": [],
        "right": [],
        "leaves": [],
        "means": [],
        "scale": LEAF_UNIT,
    }
    for tree in booster.dump_model()["tree_info"]:
        add_tree(data, tree["tree_structure"])
    return data


def add_tree(data: dict, structure: dict) -> None:
    root, leaf_root = len(data["features"]), len(data["leaves"])
    data["roots"].append(root)
    data["leafRoots"].append(leaf_root)

    def add_node(node: dict) -> int:
        if "split_index" not in node:
            data["leaves"].append(round(node["leaf_value"] / LEAF_UNIT))
            return -(len(data["leaves"]) - leaf_root)
        if node["decision_type"] != "<=":
            raise ValueError(f"no tree of numbers: {node['decision_type']}")
        at = len(data["features"])
        data["features"].append(node["split_feature"])
        data["thresholds"].append(float(f"{node['threshold']:.6g}"))
        data["means"].append(round(node["internal_value"] / LEAF_UNIT))
        data["left"].append(0)
        data["right"].append(0)
        data["left"][at] = add_node(node["left_child"])
        data["right"][at] = add_node(node["right_child"])
        return at - root

    add_node(structure)
